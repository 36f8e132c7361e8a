const myQueens = `# Welcome. Ctrl+Enter runs this tab: who you are,
# and your first queens. Ctrl+Space offers what fits;
# hold the pointer over a name to read about it.
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
      # Give this as "after" to read on.
      endCursor
    }
  }
}
`;

const pedigreeFlat = `# The ancestors of the youngest queen over five
# generations, as a flat list. Positions: she is 1,
# the mother of n is 2n, the father 2n + 1.
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
const pedigreeNested = `# The same as a tree, seven generations up: every
# step is a mother or a father, 254 at most.
# One fragment a generation keeps it short.
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

const evaluations = `# How the queens of one season did. For one apiary
# alone take an id from the end of the answer, and
# filter: { year: 2024, apiaryId: "that id" }
# Scores go from 1 to 4, four is best; honey in kg;
# hyg6h, hyg24h: cells of 50 cleaned by then.
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
      honey
      gentleness
      vigor
      wintering
      nonSwarming
      combBehavior
      hyg6h
      hyg24h
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
# the best first; 100 is the mean of the base years.
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
