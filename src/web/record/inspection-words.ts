import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Problem } from '../data/problem.js';
import { LIFE_STATUS_NAMES } from '../i18n/terms.js';
import type { Inspection } from './inspection.js';

/**
 * Returns the line that an inspection adds to the notes of the queen, such as `2026-06-12: Queen seen. Two frames of
 * brood.`
 */
export function lineOf({ day, isSeen, note, outcome, status }: Inspection): string {
  const statusWord = i18n._(LIFE_STATUS_NAMES[status]);
  const parts = [
    isSeen && t`Queen seen.`,
    outcome === 'gone' && t`Colony lost or sold; its queen is ${statusWord}.`,
    outcome === 'replaced' && t`The colony has a new queen.`,
    note.trim(),
  ];
  return `${day}: ${parts.filter(Boolean).join(' ')}`;
}

/** @throws {Problem} if the replacing queen is not chosen, or is new and has neither a name nor a number */
export function checkSuccessor({ outcome, successor, newQueen, known }: Inspection): void {
  if (outcome !== 'replaced') return;
  const missing =
    successor === 'known' && !known
      ? 'known'
      : successor === 'new' && newQueen.name.trim() === '' && newQueen.externalId.trim() === ''
        ? 'queen_name'
        : null;
  if (missing === null) return;
  const errors = [{ path: missing, message: 'is required', code: 'required' }];
  throw new Problem({ status: 400, code: 'validation_failed', message: '', errors });
}
