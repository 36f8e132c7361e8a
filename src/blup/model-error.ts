/** Codes of the reasons why a model cannot be solved. */
export const MODEL_ERROR_CODES = [
  /** No record has a value. */
  'no_records',
  /** A value is not a number or out of range, or the lengths of arrays differ. */
  'invalid_data',
  /** A variance is zero or negative, or the covariance matrix is not positive definite. */
  'invalid_variances',
  /**
   * The records contain no information about genetic differences or variances: they are too few, or equal within the
   * levels of the fixed effects. Or the normalized scale has fewer than two reference queens, or their values are
   * equal.
   */
  'no_information',
  /** The computation would need more time or memory than allowed. Params: `records`, `hours`. */
  'too_large',
  /** The equations are singular or too large, or their solution did not converge or is not finite. */
  'not_solved',
  /** The caller has cancelled the computation. */
  'stopped',
] as const;

/** Code of a `ModelError`. */
export type ModelErrorCode = (typeof MODEL_ERROR_CODES)[number];

/** Returns a number with its noun, such as "1 record" or "2 records". */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Error of a model that cannot be solved. The message is for users. It names the fault and often its correction. */
export class ModelError extends Error {
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    /** Numbers in the message, for its translations. */
    readonly params: Readonly<Record<string, number>> = {},
  ) {
    super(message);
    this.name = 'ModelError';
  }
}
