import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';

const HEADED = graphql(`
  query HivesHeaded($queenId: ID!) {
    hives(first: 1, filter: { queenId: $queenId }) {
      nodes {
        id
        name
        apiary {
          id
          name
        }
      }
    }
  }
`);

/** Links to the hive that a queen already heads, which prevents her from heading another. */
export function HeadedHive({ queenId }: { queenId: string }) {
  const { data: hive } = useQuery({
    queryKey: ['hive-headed', queenId],
    queryFn: async ({ signal }) => (await ask(HEADED, { queenId }, signal)).hives?.nodes[0] ?? null,
    staleTime: 0,
  });
  if (!hive) return null;
  const { id, name, apiary } = hive;
  const hash = `hive-${id}`;
  if (!apiary) {
    return (
      <p>
        <Trans>
          She heads the hive{' '}
          <Link to="/apiaries" hash={hash} translate="no">
            {name}
          </Link>
          , which is at no apiary.
        </Trans>
      </p>
    );
  }
  return (
    <p>
      <Trans>
        She heads the hive{' '}
        <Link to="/apiaries/$id" params={{ id: apiary.id }} hash={hash} translate="no">
          {name}
        </Link>{' '}
        at <span translate="no">{apiary.name}</span>.
      </Trans>
    </p>
  );
}
