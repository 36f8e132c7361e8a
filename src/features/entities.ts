import { Account } from './accounts/account.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { Apiary } from './apiaries/apiary.entity.js';
import type { Entities } from '../db/orm.js';
import { Hive } from './apiaries/hive.entity.js';
import { AuditEvent } from './audit/audit-event.entity.js';
import { BreedingValue } from './breeding-values/breeding-value.entity.js';
import { EbvRun } from './breeding-values/ebv-run.entity.js';
import { IndexWeight } from './breeding-values/selection-index/index-weight.entity.js';
import { Evaluation } from './evaluations/evaluation.entity.js';
import { Import } from './imports/import.entity.js';
import { ImportRow } from './imports/review/import-row.entity.js';
import { QueenIdentifier } from './queens/queen-identifier.entity.js';
import { SavedView } from './saved-views/saved-view.entity.js';
import { Queen } from './queens/queen.entity.js';

/** The entities of the service, for `openOrm`. */
export const ENTITIES: Entities = {
  owned: [
    ApiKey,
    Apiary,
    AuditEvent,
    Hive,
    BreedingValue,
    EbvRun,
    Evaluation,
    Import,
    ImportRow,
    IndexWeight,
    QueenIdentifier,
    Queen,
    SavedView,
  ],
  unowned: [Account],
};
