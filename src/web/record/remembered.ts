import type { PickedQueen } from '../ui/queen-picker.js';
import { DRAFT_PREFIX } from './drafts.js';
import { today } from './years.js';

interface Remembered {
  /** The ids of the apiaries that were recorded last, most recent first. */
  apiaries: string[];
  year?: number;
  /** The day on which the year was chosen. */
  on?: string;
  evaluator?: string;
  /** The queens without a hive that the user has added to a season, by `seasonKey`. */
  added: Record<string, PickedQueen[]>;
}

const NONE: Remembered = { apiaries: [], added: {} };
const keyOf = (account: string): string => `${DRAFT_PREFIX}remembered:${account}`;
export const seasonKey = (apiaryId: string, year: number): string => `${apiaryId}:${year}`;

/** Returns the present year, unless the user has chosen another year today. */
export function yearToRecord({ year, on }: Remembered): number {
  return year !== undefined && on === today() ? year : new Date().getFullYear();
}

/** Returns the last choices on this device. */
export function remembered(account: string): Remembered {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Partial<Remembered>) };
  } catch {
    return NONE;
  }
}

function remember(account: string, change: Partial<Remembered>): void {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify({ ...remembered(account), ...change }));
  } catch {
    // A failure is ignored, because the stored choices are only a convenience.
  }
}

export function rememberSeason(account: string, apiaryId: string, year: number): void {
  const others = remembered(account).apiaries.filter((id) => id !== apiaryId);
  remember(account, { apiaries: [apiaryId, ...others].slice(0, 20), year, on: today() });
}

export const rememberEvaluator = (account: string, evaluator: string): void => remember(account, { evaluator });

export function rememberAdded(account: string, season: string, queen: PickedQueen): void {
  const { added } = remembered(account);
  const others = (added[season] ?? []).filter(({ id }) => id !== queen.id);
  remember(account, { added: { ...added, [season]: [...others, queen] } });
}
