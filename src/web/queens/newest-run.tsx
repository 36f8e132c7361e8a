import { useQuery } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { RUN_FACTS, RunFacts } from '../values/run-facts.js';

const NEWEST_RUN = graphql(
  `
    query NewestRun {
      latestEbv(first: 1) {
        run {
          ...RunFacts
        }
      }
    }
  `,
  [RUN_FACTS],
);

/** The facts about the run of the values in the list. */
export function NewestRun() {
  const { data } = useQuery({ queryKey: ['newest-run'], queryFn: ({ signal }) => ask(NEWEST_RUN, {}, signal) });
  const run = data?.latestEbv.run;
  return run ? <RunFacts run={run} /> : null;
}
