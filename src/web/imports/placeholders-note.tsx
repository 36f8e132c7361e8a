import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { useHere } from '../ui/sending.js';
import { ErrorPanel } from '../ui/states.js';

const MAX_NAMES = 10;

const PLACEHOLDERS = graphql(`
  query PlaceholderQueens($first: Int!) {
    queens(first: $first, filter: { placeholder: true }) {
      totalCount
      nodes {
        id
        name
      }
    }
  }
`);

const REMOVE = graphql(`
  mutation RemovePlaceholderQueens {
    removePlaceholderQueens {
      id
    }
  }
`);

/**
 * Lists the first queens that earlier imports created from words for missing values, such as "unknown", or for mating
 * types. A button removes all such queens.
 */
export function PlaceholdersNote() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  const { data } = useQuery({
    queryKey: ['placeholder queens'],
    queryFn: ({ signal }) => ask(PLACEHOLDERS, { first: MAX_NAMES }, signal),
  });
  const remove = useMutation({
    mutationFn: () => ask(REMOVE, {}),
    onMutate: here,
    onSuccess: async ({ removePlaceholderQueens: { id } }, _, stillHere) => {
      announce(t`The queens were removed.`);
      if (stillHere()) await navigate({ to: '/imports/$id', params: { id } });
      void refresh();
    },
  });
  const found = data?.queens;
  if (!found || found.totalCount === 0) return null;
  return (
    <Panel>
      {remove.error && <ErrorPanel error={remove.error} />}
      <p>
        <Plural
          value={found.totalCount}
          one="The name of one queen is only a word for a missing value or a mating type:"
          other="The names of # queens are only words for missing values or mating types:"
        />{' '}
        {found.nodes.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to="/queens/$id" params={{ id }} translate="no">
              {name}
            </Link>
          </span>
        ))}
        {found.totalCount > found.nodes.length && ', …'}
      </p>
      <p>
        <Trans>
          Earlier imports created queens from these words. If you remove these queens, queens that have one of them as
          the dam, sire or mate then have no known dam, sire or mate. If a removed dam has several daughters, their sire
          is also no longer known. You can undo the removal like an import, but breeding values of the removed queens
          are not restored.
        </Trans>
      </p>
      <Button busy={remove.isPending} onClick={() => remove.mutate()}>
        <Trans>Remove these queens</Trans>
      </Button>
    </Panel>
  );
}
