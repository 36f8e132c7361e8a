import { ask, graphql, readFragment, type FragmentOf } from '../data/graphql.js';
import { TRAIT_SELECTION } from '../i18n/traits.js';

export const MEASURED = graphql(`
  fragment Measured on Evaluation @_unmask {
    ${TRAIT_SELECTION}
  }
`);

export const EVALUATION = graphql(
  `
    fragment EnteredEvaluation on Evaluation {
      id
      queenId
      year
      apiaryId
      hiveId
      evaluatedOn
      evaluator
      ...Measured
      updatedAt
    }
  `,
  [MEASURED],
);
export type Evaluation = ReturnType<typeof readEvaluation>;
export const readEvaluation = (found: FragmentOf<typeof EVALUATION>) => readFragment(EVALUATION, found);

const SAME = graphql(
  `
    query SameEvaluation($filter: EvaluationFilter!) {
      evaluations(first: 100, filter: $filter) {
        nodes {
          ...EnteredEvaluation
        }
      }
    }
  `,
  [EVALUATION],
);

const ONE = graphql(
  `
    query EvaluationNow($id: ID!) {
      evaluation(id: $id) {
        ...EnteredEvaluation
      }
    }
  `,
  [EVALUATION],
);

export const CREATE = graphql(
  `
    mutation CreateEvaluation($input: EvaluationInput!) {
      createEvaluation(input: $input) {
        ...EnteredEvaluation
      }
    }
  `,
  [EVALUATION],
);

export const UPDATE = graphql(
  `
    mutation UpdateEvaluation($id: ID!, $input: EvaluationInput!) {
      updateEvaluation(id: $id, input: $input) {
        ...EnteredEvaluation
      }
    }
  `,
  [EVALUATION],
);

export const DELETE = graphql(`
  mutation DeleteEvaluation($id: ID!) {
    deleteEvaluation(id: $id) {
      id
    }
  }
`);

export interface Colony {
  queenId: string;
  year: number;
  apiaryId: string | null;
  hiveId: string | null;
}

/** Returns the stored evaluation of the colony; null if there is none. */
export async function findEvaluation({ queenId, year, apiaryId }: Colony, signal?: AbortSignal) {
  const { evaluations } = await ask(SAME, { filter: { queenId, year, apiaryId } }, signal);
  const found = evaluations.nodes.map(readEvaluation);
  return found.find((one) => one.apiaryId === apiaryId) ?? null;
}

export async function evaluationNow(id: string, signal?: AbortSignal): Promise<Evaluation | null> {
  const { evaluation } = await ask(ONE, { id }, signal);
  return evaluation && readEvaluation(evaluation);
}
