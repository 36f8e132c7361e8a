import { Account } from './accounts/account.entity.js';
import { PasswordLink } from './accounts/password-link.entity.js';
import { Session } from './accounts/session.entity.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { Apiary } from './apiaries/apiary.entity.js';
import { Hive } from './apiaries/hive.entity.js';
import { AuditEvent } from './audit/audit-event.entity.js';
import { BreedingValue } from './breeding-values/breeding-value.entity.js';
import { EbvRun } from './breeding-values/ebv-run.entity.js';
import { IndexWeight } from './breeding-values/selection-index/index-weight.entity.js';
import { Evaluation } from './evaluations/evaluation.entity.js';
import { Import } from './exchange/import.entity.js';
import { QueenIdentifier } from './queens/queen-identifier.entity.js';
import { Queen } from './queens/queen.entity.js';

/** Rows that belong to an account: the owner filter holds for each, by default. */
export const OWNED = [
  ApiKey,
  Apiary,
  AuditEvent,
  Hive,
  BreedingValue,
  EbvRun,
  Evaluation,
  Import,
  IndexWeight,
  QueenIdentifier,
  Queen,
];

/** Rows that are read before it is known whose they are. */
export const UNOWNED = [Account, PasswordLink, Session];
