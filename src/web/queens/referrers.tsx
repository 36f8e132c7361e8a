import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import type { Problem } from '../data/problem.js';
import { NAMED_QUEEN, QueenName, type NamedQueen } from '../ui/queen-name.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import styles from './queen-form.module.css';

/** The first rows of each kind that refer to a queen. */
const REFERRERS = graphql(
  `
    query Referrers($id: ID!) {
      queen(id: $id) {
        evaluations {
          id
          year
        }
        hive {
          id
          name
          apiary {
            id
          }
        }
      }
      daughters: queens(first: 5, filter: { motherId: $id }) {
        totalCount
        nodes {
          ...NamedQueen
          id
        }
      }
      byDrones: queens(first: 5, filter: { fatherId: $id }) {
        totalCount
        nodes {
          ...NamedQueen
          id
        }
      }
      mates: queens(first: 5, filter: { matedToId: $id }) {
        totalCount
        nodes {
          ...NamedQueen
          id
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

interface ReferrersProps {
  id: string;
  /** The rejection of the deletion, which is shown if the rows that refer to the queen cannot be loaded. */
  problem: Problem;
}

/** Links to the rows that prevent the deletion of a queen. */
export function Referrers({ id, problem }: ReferrersProps) {
  const { data, isError } = useQuery({
    queryKey: ['referrers', id],
    queryFn: ({ signal }) => ask(REFERRERS, { id }, signal),
    staleTime: 0,
  });
  if (isError) return <ErrorPanel error={problem} />;
  if (!data) return <Skeleton />;
  return <Found {...{ id, data }} />;
}

function Found({ id, data }: { id: string; data: ResultOf<typeof REFERRERS> }) {
  const { evaluations = [], hive } = data.queen ?? {};
  return (
    <>
      <Queens
        list={data.daughters}
        title={(count) => <Plural value={count} one="# daughter" other="# daughters" />}
        more={
          <Link to="/queens" search={{ mother: id }}>
            <Trans>All her daughters</Trans>
          </Link>
        }
      />
      <Queens
        list={data.byDrones}
        title={(count) => (
          <Plural value={count} one="# daughter sired by her drones" other="# daughters sired by her drones" />
        )}
        more={
          <Link to="/queens" search={{ father: id }}>
            <Trans>All daughters sired by her drones</Trans>
          </Link>
        }
      />
      <Queens
        list={data.mates}
        title={(count) => <Plural value={count} one="# queen mated to her" other="# queens mated to her" />}
        more={
          <Link to="/queens" search={{ mate: id }}>
            <Trans>All queens mated to her</Trans>
          </Link>
        }
      />
      {evaluations !== null && evaluations.length > 0 && (
        <>
          <h3>
            <Plural value={evaluations.length} one="# evaluation" other="# evaluations" />
          </h3>
          <ul className={styles.list}>
            {evaluations.map((evaluation) => (
              <li key={evaluation.id}>
                <Link to="/evaluations/$id" params={{ id: evaluation.id }}>
                  <Trans>Evaluation of {String(evaluation.year)}</Trans>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {hive && (
        <>
          <h3>
            <Trans>The hive that she heads</Trans>
          </h3>
          <ul className={styles.list}>
            <li>
              {hive.apiary ? (
                <Link to="/apiaries/$id" params={{ id: hive.apiary.id }} translate="no">
                  {hive.name}
                </Link>
              ) : (
                <span translate="no">{hive.name}</span>
              )}
            </li>
          </ul>
        </>
      )}
    </>
  );
}

interface QueensProps {
  list: { totalCount: number; nodes: readonly (NamedQueen & { id: string })[] } | null;
  title: (count: number) => ReactNode;
  more: ReactNode;
}

function Queens({ list, title, more }: QueensProps) {
  if (!list || list.totalCount === 0) return null;
  return (
    <>
      <h3>{title(list.totalCount)}</h3>
      <ul className={styles.list}>
        {list.nodes.map((queen) => (
          <li key={queen.id}>
            <QueenName queen={queen} />
          </li>
        ))}
        {list.totalCount > list.nodes.length && <li>{more}</li>}
      </ul>
    </>
  );
}
