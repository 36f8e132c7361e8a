import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

/**
 * Messages for the codes in `ERRORS` of the service. The messages of the service have more detail, but are only in
 * English.
 */
export const PROBLEMS: Readonly<Record<string, () => string>> = {
  BAD_USER_INPUT: () => t`Something you entered is not valid.`,
  validation_failed: () => t`Something you entered is not valid.`,
  key_limit_reached: () => t`You have the maximum number of keys for an account. Revoke one before you create another.`,
  unauthenticated: () => t`Sign in first.`,
  invalid_key: () => t`The API key is not valid.`,
  key_disabled: () => t`The API key is disabled.`,
  key_expired: () => t`The API key has expired. You can rename it, but not switch it on.`,
  session_required: () => t`Sign in first.`,
  invalid_credentials: () => t`The e-mail address or the password is wrong.`,
  address_not_allowed: () => t`This is not allowed from your IP address.`,
  insufficient_permission: () => t`You lack the permission for this.`,
  cross_origin: () => t`The request came from another site.`,
  registration_closed: () => t`Registration is closed. Ask the operator of this service for an account.`,
  NOT_FOUND: () => t`This does not exist, or no longer exists.`,
  not_found: () => t`This does not exist, or no longer exists.`,
  method_not_allowed: () => t`The server does not allow this.`,
  CONFLICT: () => t`This action conflicts with stored data.`,
  conflict: () => t`This action conflicts with stored data.`,
  key_revoked: () => t`The API key is revoked.`,
  precondition_failed: () => t`This was changed in the meantime. Load it again.`,
  payload_too_large: () => t`The file is too large, or takes too much memory to read.`,
  unsupported_media_type: () => t`Queenbook cannot read files of this kind. Save the table as .xlsx or .csv.`,
  rate_limited: () => t`There were too many requests.`,
  INTERNAL_SERVER_ERROR: () => t`Something went wrong in Queenbook.`,
  internal: () => t`Something went wrong in Queenbook.`,
  unavailable: () => t`Queenbook is busy or unreachable. Nothing was changed.`,
};

/** Messages for the codes in `MODEL_ERROR_CODES` of the service, which explain why a trait has no breeding values. */
export const MODEL_ERRORS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  no_records: () => t`No evaluation has a value of this trait.`,
  invalid_data: () => t`The data of this trait are not valid.`,
  invalid_variances: () =>
    t`The variances of this trait are not valid, or none are known. Enter variances, or let the run estimate them.`,
  no_information: () => t`There are too few evaluations, or their results are too similar, to compute breeding values.`,
  too_large: (params) => {
    const [records, hours] = [String(params.records), String(params.hours)];
    return t`Estimating the variances from ${records} evaluations would take about ${hours} hours. Use the published variances, enter your own variances, or estimate the variances from a smaller population.`;
  },
  not_solved: () => t`The computation did not converge.`,
  stopped: () => t`The computation was stopped.`,
};

/** The message of a rejected request. In English, the message of the server is shown, because it has more detail. */
export function problemMessage(code: string, message: string): string {
  return (i18n.locale === 'en' ? undefined : PROBLEMS[code]?.()) ?? message;
}
