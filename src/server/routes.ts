import { accountRoutes } from '../features/accounts/account.routes.js';
import { sessionOperations } from '../features/accounts/session.operations.js';
import { auditRoutes } from '../features/audit/audit.routes.js';
import { apiKeyRoutes } from '../features/api-keys/api-key.routes.js';
import { apiaryRoutes } from '../features/apiaries/apiary.routes.js';
import { ebvRoutes } from '../features/breeding-values/ebv.routes.js';
import { rankingRoutes } from '../features/breeding-values/ranking/ranking.routes.js';
import { trendsRoutes } from '../features/breeding-values/trends/trends.routes.js';
import { matingPlanRoutes } from '../features/breeding-values/mating-plans/mating-plan.routes.js';
import { indexWeightsRoutes } from '../features/breeding-values/selection-index/index-weights.routes.js';
import { changesRoutes } from '../features/changes/changes.routes.js';
import { evaluationEntry } from '../features/evaluations/evaluation.rest.js';
import { evaluationRoutes } from '../features/evaluations/evaluation.routes.js';
import { exportOperations } from '../features/exports/export.operations.js';
import { importReadRoutes } from '../features/imports/import.routes.js';
import { reviewRoutes } from '../features/imports/review/review.routes.js';
import { undoRoutes } from '../features/imports/undo.routes.js';
import { uploadOperations } from '../features/imports/upload.operations.js';
import { pedigreeRoutes } from '../features/pedigree/pedigree.routes.js';
import { mergeRoutes } from '../features/queens/merge/merge.routes.js';
import { offspringRoutes } from '../features/evaluations/offspring-stats.routes.js';
import { queenCsvOperations, rankingCsvOperation } from '../features/exports/csv.operations.js';
import { QUEEN_LIST } from '../features/queen-list/queen-list.parameters.js';
import { queenRoutes } from '../features/queens/queen.routes.js';
import type { CustomOperation } from '../rest/operation.js';
import type { Route } from '../rest/route.js';

/** The REST routes, each available under `/api` and `/api/v1`. */
export const routes: readonly Route[] = [
  ...queenRoutes(evaluationEntry, QUEEN_LIST),
  ...mergeRoutes(evaluationEntry),
  ...offspringRoutes,
  ...pedigreeRoutes,
  ...evaluationRoutes,
  ...ebvRoutes,
  ...indexWeightsRoutes,
  ...rankingRoutes,
  ...trendsRoutes,
  ...matingPlanRoutes,
  ...apiaryRoutes,
  ...changesRoutes,
  ...importReadRoutes,
  ...reviewRoutes,
  ...undoRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...apiKeyRoutes,
];

/** REST operations with their own handlers, listed for the OpenAPI document. */
export const operations: readonly CustomOperation[] = [
  ...queenCsvOperations,
  rankingCsvOperation,
  ...uploadOperations,
  ...exportOperations,
  ...sessionOperations,
];
