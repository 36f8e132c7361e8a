import { accountRoutes } from './accounts/account.routes.js';
import { apiKeyRoutes } from './api-keys/api-key.routes.js';
import { apiaryRoutes } from './apiaries/apiary.routes.js';
import { ebvRoutes } from './breeding-values/ebv.routes.js';
import { evaluationRoutes } from './evaluations/evaluation.routes.js';
import { importReadRoutes } from './exchange/import.routes.js';
import { undoRoutes } from './exchange/undo.routes.js';
import { pedigreeRoutes } from './pedigree/pedigree.routes.js';
import { offspringRoutes } from './queens/offspring-stats.routes.js';
import { queenRoutes } from './queens/queen.routes.js';
import type { Route } from './rest/route.js';

/** What REST answers, each path under `/api` and `/api/v1`. */
export const routes: readonly Route[] = [
  ...queenRoutes,
  ...offspringRoutes,
  ...pedigreeRoutes,
  ...evaluationRoutes,
  ...ebvRoutes,
  ...apiaryRoutes,
  ...importReadRoutes,
  ...undoRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
];
