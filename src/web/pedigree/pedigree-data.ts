import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ask, graphql, type FragmentOf, type ResultOf } from '../data/graphql.js';
import { knownInbreeding } from '../data/inbreeding.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';
import { ofDaughters, ofQueen, byProducer, type Lineage } from './lineage.js';
import { FIRST_GENERATIONS, type Generations } from './pedigree-search.js';

const KIN = graphql(`
  fragment PedigreeKin on Queen @_unmask {
    id
    name
    externalId
    dateOfBirth
    race
    matingType
    droneProducers
    drones
  }
`);
export type PedigreeKin = FragmentOf<typeof KIN>;

const PLACES = graphql(
  `
    fragment PedigreePlaces on Pedigree @_unmask {
      ancestors {
        position
        queen {
          ...PedigreeKin
        }
      }
    }
  `,
  [KIN],
);

const OF_QUEEN = graphql(
  `
    query PedigreeOfQueen($id: ID!, $depth: PedigreeDepth!) {
      queen(id: $id) {
        ...PedigreeKin
        ...NamedQueen
        inbreeding
        matedTo {
          ...PedigreeKin
        }
        pedigree(depth: $depth) {
          ...PedigreePlaces
        }
      }
    }
  `,
  [KIN, NAMED_QUEEN, PLACES],
);

const OF_DAUGHTERS = graphql(
  `
    query PedigreeOfDaughters($id: ID!, $depth: PedigreeDepth!) {
      queen(id: $id) {
        ...PedigreeKin
        ...NamedQueen
        allDaughters {
          inbreeding
        }
        pedigree(depth: $depth) {
          ...PedigreePlaces
        }
        matedTo {
          ...PedigreeKin
          pedigree(depth: $depth) {
            ...PedigreePlaces
          }
        }
      }
    }
  `,
  [KIN, NAMED_QUEEN, PLACES],
);

/** The inbreeding of the future daughters of a queen who has no daughters. */
const EXPECTED = graphql(`
  query PedigreeExpected($queens: [ID!]!, $mates: [ID!]!, $use: PlannedDrones!) {
    planMatings(input: { queenIds: $queens, droneMotherIds: $mates, use: $use }) {
      matings {
        herself {
          inbreeding
        }
      }
    }
  }
`);

async function expectedInbreeding(queen: PedigreeKin, mate: PedigreeKin, signal: AbortSignal): Promise<number | null> {
  const use = byProducer(queen) ? 'own_drones' : 'drone_producing_daughters';
  const { planMatings } = await ask(EXPECTED, { queens: [queen.id], mates: [mate.id], use }, signal);
  return planMatings.matings[0]?.herself.inbreeding ?? null;
}

export const DEPTHS = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' } as const;

export interface Pedigree {
  queen: NonNullable<ResultOf<typeof OF_QUEEN>['queen']> | NonNullable<ResultOf<typeof OF_DAUGHTERS>['queen']>;
  lineage: Lineage<PedigreeKin>;
  /**
   * The inbreeding of the queen, computed from her whole known pedigree. In the pedigree of her daughters, the
   * inbreeding of a daughter. Null if a parent is unknown.
   */
  inbreeding: number | null;
  /** Number of positions with a known ancestor; `places` is the number of all positions. */
  known: number;
  places: number;
  daughters: number;
}

async function pedigreeOfQueen(id: string, generations: Generations, signal: AbortSignal): Promise<Pedigree | null> {
  const { queen } = await ask(OF_QUEEN, { id, depth: DEPTHS[generations] }, signal);
  return (
    queen && pedigree(queen, ofQueen(queen, generations, queen.pedigree.ancestors, queen.matedTo), queen.inbreeding)
  );
}

async function pedigreeOfDaughters(
  id: string,
  generations: Generations,
  signal: AbortSignal,
): Promise<Pedigree | null> {
  const { queen } = await ask(OF_DAUGHTERS, { id, depth: DEPTHS[generations] }, signal);
  if (!queen) return null;
  const { matedTo, allDaughters } = queen;
  const mate = matedTo && { queen: matedTo, ancestors: matedTo.pedigree.ancestors };
  const lineage = ofDaughters(queen, generations, queen.pedigree.ancestors, mate);
  const inbreeding = allDaughters[0]?.inbreeding ?? (matedTo ? await expectedInbreeding(queen, matedTo, signal) : null);
  return pedigree(queen, lineage, inbreeding, allDaughters.length);
}

function pedigree(
  queen: Pedigree['queen'],
  lineage: Lineage<PedigreeKin>,
  inbreeding: number | null,
  daughters = 0,
): Pedigree {
  const known = [...lineage.places.keys()].filter((position) => position > 1).length;
  // The benchmark measures the time from this mark to the drawing.
  performance.mark('pedigree-known');
  // Positions 2 and 3 are the queen's parents. In the pedigree of her daughters, they are the queen and her mate.
  const parents = { mother: lineage.places.get(2), father: lineage.places.get(3) };
  return {
    queen,
    lineage,
    inbreeding: knownInbreeding(inbreeding, parents),
    known,
    places: 2 ** (lineage.depth + 1) - 2,
    daughters,
  };
}

/** The pedigree of a queen or of her daughters; null if the queen does not exist. */
export function pedigreeQuery(
  id: string,
  generations: Generations = FIRST_GENERATIONS,
  of: 'queen' | 'daughters' = 'queen',
) {
  const get = of === 'queen' ? pedigreeOfQueen : pedigreeOfDaughters;
  return queryOptions({
    queryKey: ['pedigree', id, generations, of],
    queryFn: ({ signal }) => get(id, generations, signal),
    // While another number of generations is loading, the previous pedigree remains visible.
    placeholderData: (before, query) => (query?.queryKey[1] === id && query.queryKey[3] === of ? before : undefined),
  });
}

export const usePedigree = (...args: Parameters<typeof pedigreeQuery>): UseQueryResult<Pedigree | null> =>
  useQuery(pedigreeQuery(...args));
