import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, graphql, type FragmentOf, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { DEPTHS } from './pedigree-data.js';
import type { Generations } from './pedigree-search.js';
import { RUN_FACTS } from '../values/run-facts.js';

const VALUES = graphql(`
  fragment PedigreeValues on Queen @_unmask {
    id
    ebv {
      trait
      entityType
      normalized
      reliability
    }
  }
`);

const OF_ANCESTORS = graphql(
  `
    query PedigreeValuesOf($id: ID!, $depth: PedigreeDepth!, $mate: Boolean!) {
      latestEbv(first: 1) {
        run {
          ...RunFacts
        }
      }
      queen(id: $id) {
        ...PedigreeValues
        pedigree(depth: $depth) {
          ancestors {
            queen {
              ...PedigreeValues
            }
          }
        }
        matedTo {
          ...PedigreeValues
          pedigree(depth: $depth) @include(if: $mate) {
            ancestors {
              queen {
                ...PedigreeValues
              }
            }
          }
        }
      }
    }
  `,
  [VALUES, RUN_FACTS],
);

type Found = ResultOf<typeof OF_ANCESTORS>;
type Valued = ResultOf<typeof VALUES>;

function valuesIn({ queen }: Found): Map<string, NonNullable<Valued['ebv']>> {
  if (!queen) return new Map();
  const { matedTo } = queen;
  const all = [
    queen,
    matedTo,
    ...[...queen.pedigree.ancestors, ...(matedTo?.pedigree?.ancestors ?? [])].map((at) => at.queen),
  ];
  return new Map(all.flatMap((each) => (each ? [[each.id, each.ebv ?? []]] : [])));
}

/** A value as text: without (`short`) and with (`whole`) the name of the trait. */
export interface ValueWords {
  short: string;
  whole: string;
}

export interface ShownValues {
  /** Returns the value of a queen as text; undefined before the values are loaded. */
  of: ((id: string) => ValueWords) | undefined;
  run: FragmentOf<typeof RUN_FACTS> | null;
  error: unknown;
}

/** Loads the values of the chosen trait for all queens of the pedigree. */
export function usePedigreeValues(
  id: string,
  generations: Generations,
  mate: boolean,
  trait: Trait | undefined,
): ShownValues {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: ['pedigree-values', id, generations, mate],
    queryFn: ({ signal }) => ask(OF_ANCESTORS, { id, depth: DEPTHS[generations], mate }, signal),
    enabled: trait !== undefined,
  });
  const of = useMemo(() => {
    if (!data || !trait) return undefined;
    const values = valuesIn(data);
    const name = i18n._(TRAIT_NAMES[trait]);
    const words = (short: string): ValueWords => ({ short, whole: t`${name}: ${short}` });
    return (queen: string): ValueWords => {
      const value = values.get(queen)?.find((each) => each.trait === trait && each.entityType === 'queen');
      if (!value) return words(t`not known`);
      const figure = format.number(value.normalized);
      if (value.reliability === null) return words(t`${figure}, r² not known`);
      const reliability = format.number(value.reliability, 2);
      return words(t`${figure}, r² ${reliability}`);
    };
  }, [data, trait, t, i18n, format]);
  return { of, run: data?.latestEbv.run ?? null, error };
}
