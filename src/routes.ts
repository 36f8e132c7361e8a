import { accountRoutes } from './accounts/account.routes.js';
import { sessionOperations } from './accounts/session.operations.js';
import { auditRoutes } from './audit/audit.routes.js';
import { apiKeyRoutes } from './api-keys/api-key.routes.js';
import { apiaryRoutes } from './apiaries/apiary.routes.js';
import { ebvRoutes } from './breeding-values/ebv.routes.js';
import { rankingRoutes } from './breeding-values/ranking/ranking.routes.js';
import { trendsRoutes } from './breeding-values/trends/trends.routes.js';
import { matingPlanRoutes } from './breeding-values/mating-plans/mating-plan.routes.js';
import { indexWeightsRoutes } from './breeding-values/selection-index/index-weights.routes.js';
import { changesRoutes } from './changes/changes.routes.js';
import { evaluationRoutes } from './evaluations/evaluation.routes.js';
import { exportOperations } from './exchange/export/export.operations.js';
import { importReadRoutes } from './exchange/import.routes.js';
import { undoRoutes } from './exchange/undo.routes.js';
import { uploadOperations } from './exchange/upload.operations.js';
import { pedigreeRoutes } from './pedigree/pedigree.routes.js';
import { mergeRoutes } from './queens/merge/merge.routes.js';
import { offspringRoutes } from './queens/offspring-stats.routes.js';
import { queenCsvOperations } from './queens/queen-csv.operations.js';
import { queenRoutes } from './queens/queen.routes.js';
import type { HandledOperation } from './rest/operation.js';
import type { Route } from './rest/route.js';

/** What REST answers, each path under `/api` and `/api/v1`. */
export const routes: readonly Route[] = [
  ...queenRoutes,
  ...mergeRoutes,
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
  ...undoRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...apiKeyRoutes,
];

/** What answers besides, by handlers of their own; so told that the OpenAPI document has them, too. */
export const operations: readonly HandledOperation[] = [
  ...queenCsvOperations,
  ...uploadOperations,
  ...exportOperations,
  ...sessionOperations,
];
