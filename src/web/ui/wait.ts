import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Problem } from '../data/problem.js';

/** Returns a sentence with the time to wait after too many requests; empty after other rejections. */
export function useWait({ retryAfter }: Problem): string {
  const { t } = useLingui();
  if (retryAfter <= 0) return '';
  if (retryAfter < 90) return t`Try again in ${plural(retryAfter, { one: '# second', other: '# seconds' })}.`;
  const minutes = Math.ceil(retryAfter / 60);
  return t`Try again in ${minutes} minutes.`;
}
