import { TRAITS } from '../i18n/traits.js';

const myQueens = `# Welcome. Ctrl+Enter runs this tab: your account
# and your first queens. Ctrl+Space suggests names;
# point at a name to read its description.
query MyQueens {
  me {
    name
    email
  }
  queens(first: 10) {
    totalCount
    nodes {
      name
      generation
      race
      dateOfBirth
      status
      externalId
    }
    pageInfo {
      hasNextPage
      # Use this as "after" for the next page.
      endCursor
    }
  }
}
`;

const pedigreeFlat = `# The ancestors of the youngest queen over five
# generations, as a flat list. Positions: she is 1,
# the dam of n is 2n, the sire of n is 2n + 1.
query PedigreeFlat {
  queens(
    first: 1
    sort: { field: DATE_OF_BIRTH, direction: DESC }
  ) {
    nodes {
      name
      pedigree(depth: FIVE) {
        knownAncestors
        completeness
        inbreeding
        ancestors {
          position
          generation
          queen {
            name
            externalId
            dateOfBirth
          }
        }
      }
    }
  }
}
`;

/** Seven generations of mothers and fathers. Fragments make the query short. */
const pedigreeNested = `# The same ancestors as a tree of seven generations:
# at most 254 dams and sires.
# One fragment for each generation keeps it short.
query PedigreeNested {
  queens(
    first: 1
    sort: { field: DATE_OF_BIRTH, direction: DESC }
  ) {
    nodes {
      ...Facts
      ...Generation1
    }
  }
}

fragment Facts on Queen {
  name
  externalId
}

${[1, 2, 3, 4, 5, 6, 7]
  .map((generation) => {
    const further = generation < 7 ? `\n    ...Generation${generation + 1}` : '';
    const parent = (who: string) => `  ${who} {\n    ...Facts${further}\n  }\n`;
    return `fragment Generation${generation} on Queen {\n${parent('mother')}${parent('father')}}\n`;
  })
  .join('\n')}`;

const evaluations = `# Evaluations of one season. For only one apiary,
# copy its id from the end of the response:
# filter: { year: 2024, apiaryId: "its id" }
# Scores go from 1 to 4, 4 is best; honey in kg;
# hyg6h, hyg24h: cells of 50 cleaned after 6, 24 h.
query Evaluations {
  evaluations(first: 20, filter: { year: 2024 }) {
    totalCount
    nodes {
      queen {
        name
        externalId
      }
      year
      apiary {
        name
      }
      hive {
        name
      }
      ${TRAITS.join('\n      ')}
    }
  }
  apiaries(first: 10) {
    nodes {
      id
      name
    }
  }
}
`;

const latestEbv = `# Breeding values for honey from the newest run,
# best first; 100 is the mean of the base years.
query LatestBreedingValues {
  latestEbv(
    trait: honey
    entityType: queen
    sort: { field: NORMALIZED, direction: DESC }
  ) {
    run {
      computedAt
      source
      method
    }
    totalCount
    nodes {
      queen {
        name
        externalId
      }
      raw
      normalized
      reliability
    }
  }
}
`;

/**
 * Examples that are opened as tabs at the first visit. The examples need no ids and change no data, so that users can
 * run each one at once.
 */
export const examples = [myQueens, pedigreeFlat, pedigreeNested, evaluations, latestEbv].map((query) => ({ query }));
