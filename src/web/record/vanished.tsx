import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Problem } from '../data/problem.js';

/**
 * Explains what to do if the queen or the apiary of an unsaved evaluation or inspection was deleted; undefined if both
 * exist.
 */
export function explainDeletion({ notFound, errors }: Problem): ReactNode {
  const isUnknown = (field: string) => errors.some(({ path, code }) => path === field && code === 'unknown_id');
  if (notFound || isUnknown('input.queenId')) {
    return (
      <p>
        <Trans>
          This queen was deleted, or merged with another one, in the meantime. Copy what you still need from the fields
          below, then discard your entry.
        </Trans>
      </p>
    );
  }
  if (isUnknown('input.apiaryId')) {
    return (
      <p>
        <Trans>
          This apiary was deleted in the meantime. Copy what you still need from the fields below, then discard your
          entry.
        </Trans>
      </p>
    );
  }
  return undefined;
}
