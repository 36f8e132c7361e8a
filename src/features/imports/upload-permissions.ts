import type { Kysely } from 'kysely';
import type { Requirement } from '../../auth/permissions.js';
import { invalid, ServiceError } from '../../core/errors.js';
import type { ImportKey } from './findings.js';
import type { Import } from './import.entity.js';
import { resourcesOf } from './import-resources.js';
import { withStoredFile } from './stored-file.js';
import { UnreadableFile, type ReadOptions, type TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';

/** Returns the permissions that the contents of a file need, in addition to the permission for queens. */
export function requirementsOf({ contains }: TableHead): Requirement[] {
  return [
    ...(contains.evaluations ? [{ resource: 'evaluations', level: 'write' } as const] : []),
    ...(contains.places ? [{ resource: 'hive', level: 'write' } as const] : []),
    ...(contains.breedingValues ? [{ resource: 'blup', level: 'write' } as const] : []),
  ];
}

/** Returns the permissions that the columns of an already read file need. */
export function requirementsOfColumns(file: Pick<Import, 'format' | 'columns'>): Requirement[] {
  const resources = new Set(file.columns.flatMap((column) => resourcesOf(file, column)));
  return [...resources].map((resource) => ({ resource, level: 'write' }));
}

/** Thrown to stop reading after the head of the file. */
class HeadRead extends Error {}

/**
 * Checks that a stored file can be read with these options, and that the caller has the permissions for its contents.
 * @param check throws if the permission is missing
 * @throws {ServiceError} `validation_failed` if the file cannot be read with these options
 */
export async function checkHead(
  db: Kysely<unknown>,
  key: ImportKey,
  options: ReadOptions,
  check: (requirement: Requirement) => void,
): Promise<void> {
  const head = (table: TableHead) => {
    requirementsOf(table).forEach(check);
    return Promise.reject(new HeadRead());
  };
  try {
    await withStoredFile(db, key, (path) => readInWorker(path, options, { head, batch: () => Promise.resolve() }));
  } catch (error) {
    if (error instanceof HeadRead) return;
    throw error instanceof UnreadableFile ? unreadableFile(error, 'input.') : error;
  }
}

/**
 * Returns the error for an unreadable file. The error includes the columns if a mapping would make the file readable.
 * @param prefix prefix for the path of the wrong option
 */
export function unreadableFile({ message, path, code, details, unmapped }: UnreadableFile, prefix = ''): ServiceError {
  return code === 'validation_failed'
    ? invalid(
        [{ path: prefix + path, message, code: 'unreadable_file', params: { reason: message, ...details } }],
        unmapped && { ...unmapped },
      )
    : new ServiceError(code, message);
}
