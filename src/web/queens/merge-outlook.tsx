import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { translate } from '../data/fault-messages.js';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { findNamed } from '../ui/picked-queen.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { useHere } from '../ui/sending.js';
import { ErrorPanel, Loaded } from '../ui/states.js';
import { LINKS, MEMBER_NAMES, memberOf } from './members.js';
import { MergeMoves } from './merge-moves.js';
import { useShownValue } from './shown-value.js';
import forms from './queen-form.module.css';
import styles from './merge.module.css';

const OUTLOOK = graphql(`
  query MergeOutlook($keepId: ID!, $mergeId: ID!) {
    queenMerge(keepId: $keepId, mergeId: $mergeId) {
      obstacles {
        path
        message
        code
        params
      }
      facts {
        field
        kept
        dropped
        filled
      }
      externalIdentifiers {
        system
        value
      }
      moves {
        daughters
        daughtersByHerDrones
        matedToHer
        importedRows
        evaluations
        hives
        breedingValues
        breedingValuesDropped
      }
    }
  }
`);
type Outlook = ResultOf<typeof OUTLOOK>['queenMerge'];

const MERGE = graphql(`
  mutation Merge($keepId: ID!, $mergeId: ID!) {
    mergeQueens(keepId: $keepId, mergeId: $mergeId) {
      id
      name
    }
  }
`);

interface PairProps {
  keep: PickedQueen;
  other: PickedQueen;
}

/** A preview of a merge: its effects and obstacles, and the button that starts it. */
export function MergeOutlook({ keep, other }: PairProps) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['merge-outlook', keep.id, other.id],
    queryFn: async ({ signal }) => {
      const { queenMerge } = await ask(OUTLOOK, { keepId: keep.id, mergeId: other.id }, signal);
      const links: readonly string[] = LINKS;
      const facts = queenMerge.facts.filter(({ field }) => links.includes(memberOf(field) ?? ''));
      const ids = facts.flatMap(({ kept, dropped }) => [kept, dropped]).filter((id) => typeof id === 'string');
      return { outlook: queenMerge, named: await findNamed(ids, signal) };
    },
    staleTime: 0,
  });
  return (
    <Panel title={t`What merging would do`}>
      <Loaded query={query}>
        {({ outlook, named }) => (
          <>
            {outlook.obstacles.length > 0 && <Obstacles {...{ outlook }} />}
            <Facts {...{ outlook, named }} />
            <MergeMoves moves={outlook.moves} />
            {outlook.externalIdentifiers.length > 0 && (
              <p>
                <Trans>
                  In imported files, she is also found by{' '}
                  <span translate="no">{outlook.externalIdentifiers.map(({ value }) => value).join(', ')}</span>,
                  besides her main number.
                </Trans>
              </p>
            )}
            {outlook.obstacles.length === 0 && <Confirm {...{ keep, other }} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Obstacles({ outlook }: { outlook: Outlook }) {
  const { i18n } = useLingui();
  return (
    <div className={styles.obstacles} role="alert">
      <h3>
        <Trans>The records cannot be merged yet</Trans>
      </h3>
      <ul>
        {outlook.obstacles.map(({ path, ...obstacle }, at) => {
          const member = memberOf(path);
          const { code, params } = obstacle;
          const fault = { ...obstacle, code: code ?? undefined, params: (params ?? {}) as Record<string, unknown> };
          const { message } = translate(fault);
          return <li key={at}>{member ? `${i18n._(MEMBER_NAMES[member])}: ${message}` : message}</li>;
        })}
      </ul>
    </div>
  );
}

function Facts({ outlook, named }: { outlook: Outlook; named: ReadonlyMap<string, PickedQueen> }) {
  const { i18n } = useLingui();
  const shown = useShownValue(named);
  if (outlook.facts.length === 0) return null;
  return (
    <table className={forms.facts}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Fact</Trans>
          </th>
          <th scope="col">
            <Trans>She will have</Trans>
          </th>
          <th scope="col">
            <Trans>Discarded</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {outlook.facts.map(({ field, kept, dropped, filled }) => {
          const member = memberOf(field);
          if (!member) return null;
          return (
            <tr key={`${field} ${String(dropped)}`}>
              <th scope="row">{i18n._(MEMBER_NAMES[member])}</th>
              <td>
                {shown(member, kept)}{' '}
                {filled && (
                  <span className={styles.dropped}>
                    <Trans>from the other record</Trans>
                  </span>
                )}
              </td>
              <td className={styles.dropped}>{dropped === null ? null : shown(member, dropped)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Confirm({ keep, other }: PairProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  const merge = useMutation({
    mutationFn: () => ask(MERGE, { keepId: keep.id, mergeId: other.id }),
    onMutate: here,
    onSuccess: async ({ mergeQueens }, _, stillHere) => {
      announce(t`The two records are merged: ${mergeQueens.name}.`);
      if (stillHere()) await navigate({ to: '/queens/$id', params: { id: keep.id } });
      void refresh();
    },
  });
  return (
    <div className={styles.confirm}>
      {merge.isError && <ErrorPanel error={merge.error} />}
      <p>
        <Trans>
          This cannot be undone. After the merge, imports that created or changed one of the two records cannot be
          undone either.
        </Trans>
      </p>
      <Button kind="danger" busy={merge.isPending} onClick={() => merge.mutate()}>
        {t`Merge ${other.name} into ${keep.name}`}
      </Button>
    </div>
  );
}
