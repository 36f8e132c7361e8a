/** Why a model cannot be worked out, as words for programs. */
export const MODEL_ERROR_CODES = [
  /** No record has a value. */
  'no_records',
  /** Something is not a number, out of range, or arrays do not fit together. */
  'invalid_data',
  /** A variance is zero or negative, or the covariance matrix is not positive definite. */
  'invalid_variances',
  /** The records say nothing of what is asked: too few, all alike, or the fixed effects take it all. */
  'no_information',
  /** The computation would take hours, or more memory than allowed. Params: `records`, `hours`. */
  'too_large',
  /** The equations are singular, or their solution did not converge. */
  'not_solved',
  /** The caller asked to stop. */
  'stopped',
] as const;

export type ModelErrorCode = (typeof MODEL_ERROR_CODES)[number];

/** "1 record", "2 records". */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** The model cannot be solved with these data. The message tells the user what is wrong and what would be right. */
export class ModelError extends Error {
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    /** Facts of the message, for translations. */
    readonly params: Readonly<Record<string, number>> = {},
  ) {
    super(message);
    this.name = 'ModelError';
  }
}
