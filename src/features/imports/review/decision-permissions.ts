import { requirePermission } from '../../../auth/guard.js';
import { findIdempotentResult } from '../../../db/idempotency.js';
import { withoutLimit } from '../../../db/statement-timeout.js';
import type { RequestContext } from '../../../graphql/context.js';
import { requireById } from '../../../graphql/find.js';
import { Import } from '../import.entity.js';
import { checkHead, requirementsOfColumns, requirementsOfReading } from '../upload-permissions.js';
import { checkDecisions, decidedOptions, findReviewed, requireReviewable, type CheckedDecisions } from './decide.js';
import { READING_MEMBERS } from './review.checks.js';
import type { ImportDecisionsInput } from './review.input.js';

/**
 * Requires the permissions that the upload needed. If the decisions change how the file is read, also requires the
 * permissions to read its cells, and the permissions for its new contents.
 * @throws {ServiceError} `insufficient_permission`, or `validation_failed` if the file cannot be read with these
 * decisions
 */
export async function requireWritePermissions(
  context: RequestContext,
  id: string,
  input: ImportDecisionsInput,
): Promise<void> {
  const file = await requireById(context.em, Import, id, 'import');
  for (const requirement of requirementsOfColumns(file)) requirePermission(context, requirement);
  const { decided, faults } = checkDecisions(input);
  if (faults.length > 0 || !READING_MEMBERS.some((member) => decided[member] !== undefined)) return;
  try {
    await requireReadable(context, file, decided);
  } catch (error) {
    // A repeated request writes nothing. The first request may have changed the columns or the status of the file.
    if (!(await isRepeated(context, file))) throw error;
  }
}

/** Checks decisions that change how the file is read. */
async function requireReadable(context: RequestContext, file: Import, decided: CheckedDecisions): Promise<void> {
  for (const requirement of requirementsOfReading(file)) requirePermission(context, requirement);
  const db = context.em.getKysely<unknown>();
  const reviewed = await findReviewed(db, file.accountId, file.id);
  requireReviewable(reviewed);
  const options = { ...decidedOptions(reviewed, decided), filename: reviewed.filename };
  await withoutLimit(() => checkHead(db, reviewed, options, (requirement) => requirePermission(context, requirement)));
}

/** Whether an earlier request with the same `Idempotency-Key` succeeded. */
async function isRepeated({ services, writeOptions }: RequestContext, { accountId }: Import): Promise<boolean> {
  const { idempotency } = writeOptions;
  if (!idempotency) return false;
  return (await findIdempotentResult(services.orm.database.kysely, accountId, idempotency)) !== undefined;
}
