import { graphql, type ResultOf } from '../data/graphql.js';
import { MEASURED } from '../record/evaluation-data.js';

export const EVALUATIONS = graphql(
  `
    query QueenEvaluations($id: ID!) {
      queen(id: $id) {
        evaluations {
          id
          year
          evaluatedOn
          evaluator
          ...Measured
          apiary {
            id
            name
          }
          groupTraits {
            trait
            n
            mean
          }
        }
      }
    }
  `,
  [MEASURED],
);

type LoadedEvaluations = NonNullable<ResultOf<typeof EVALUATIONS>['queen']>['evaluations'];
export type Evaluation = NonNullable<LoadedEvaluations>[number];
