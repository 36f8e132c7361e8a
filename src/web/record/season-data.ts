import { hashKey, queryOptions } from '@tanstack/react-query';
import { allRows } from '../data/all-rows.js';
import { ask, graphql, maskFragments, readFragment, type FragmentOf } from '../data/graphql.js';
import { changeCopy } from '../data/device.js';
import { queryClient } from '../data/query-client.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { EVALUATION, readEvaluation, type Colony, type Evaluation } from './evaluation-data.js';

const APIARY = graphql(
  `
    query SeasonApiary($id: ID!) {
      apiary(id: $id) {
        id
        name
        hives {
          id
          name
          queen {
            ...NamedQueen
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

const EVALUATIONS = graphql(
  `
    query SeasonEvaluations($offset: Int!, $filter: EvaluationFilter!) {
      evaluations(first: 100, offset: $offset, filter: $filter) {
        totalCount
        nodes {
          ...EnteredEvaluation
          queen {
            ...NamedQueen
          }
        }
      }
    }
  `,
  [EVALUATION, NAMED_QUEEN],
);

export type SeasonQueen = FragmentOf<typeof NAMED_QUEEN>;
export interface SeasonHive {
  id: string;
  name: string;
  queen: SeasonQueen | null;
}
export interface Season {
  apiary: { id: string; name: string };
  year: number;
  hives: readonly SeasonHive[];
  evaluations: readonly { evaluation: Evaluation; queen: SeasonQueen | null }[];
}

const SEASON = 'season';
const keyOf = (apiaryId: string, year: number) => [SEASON, apiaryId, year] as const;

/**
 * All data of an apiary in a year, so that recording can continue without a network. Null if the apiary does not exist.
 */
export const seasonQuery = (apiaryId: string, year: number) =>
  queryOptions({
    queryKey: keyOf(apiaryId, year),
    queryFn: async ({ signal }): Promise<Season | null> => {
      const [{ apiary }, evaluations] = await Promise.all([
        ask(APIARY, { id: apiaryId }, signal),
        evaluationsOf(apiaryId, year, signal),
      ]);
      return apiary && { apiary: { id: apiary.id, name: apiary.name }, year, hives: apiary.hives, evaluations };
    },
    gcTime: Infinity,
  });

async function evaluationsOf(apiaryId: string, year: number, signal: AbortSignal) {
  const filter = { apiaryId, year };
  const nodes = await allRows(async (offset) => (await ask(EVALUATIONS, { offset, filter }, signal)).evaluations);
  return nodes.map((node) => ({ evaluation: readEvaluation(node), queen: node.queen }));
}

/** Changes a season in memory and in the copy on the device, so that pages show the change without a network. */
function changeSeason(apiaryId: string, year: number, change: (season: Season) => Season): void {
  const ifAny = (season: Season | null | undefined) => season && change(season);
  const key = keyOf(apiaryId, year);
  queryClient.setQueryData<Season | null>(key, ifAny);
  void changeCopy(hashKey(key), ifAny);
}

/** Replaces the evaluation of a colony in the season; null removes it. */
export function putInSeason({ apiaryId, year, queenId }: Colony, evaluation: Evaluation | null): void {
  changeSeason(apiaryId ?? '', year, (season) => {
    const others = season.evaluations.filter((one) => one.evaluation.queenId !== queenId);
    const queen = season.evaluations.find((one) => one.evaluation.queenId === queenId)?.queen ?? null;
    return { ...season, evaluations: evaluation ? [...others, { evaluation, queen }] : others };
  });
}

/** Replaces the queen of a hive in the season. Afterwards the season is loaded again. */
export function putInHive({ apiaryId, year, hiveId }: Colony, successor: PickedQueen | null): void {
  const queen = successor && maskFragments([NAMED_QUEEN], successor);
  changeSeason(apiaryId ?? '', year, (season) => ({
    ...season,
    hives: season.hives.map((hive) => (hive.id === hiveId ? { ...hive, queen } : hive)),
  }));
  void queryClient.invalidateQueries({ queryKey: [SEASON] });
}

export const idOf = (queen: SeasonQueen): string => readFragment(NAMED_QUEEN, queen).id;
export const nameOf = (queen: SeasonQueen) => readFragment(NAMED_QUEEN, queen);
