import type { Kysely } from 'kysely';
import type { Requirement } from '../../auth/permissions.js';
import { invalid, ServiceError } from '../../core/errors.js';
import type { ImportKey } from './findings.js';
import type { Import } from './import.entity.js';
import { resourcesOf } from './import-resources.js';
import { withKeptFile } from './kept-file.js';
import { UnreadableFile, type ReadOptions, type TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';

/** The permissions for the contents of a file besides queens. */
export function requirementsOf({ contains }: TableHead): Requirement[] {
  return [
    ...(contains.evaluations ? [{ resource: 'evaluations', level: 'write' } as const] : []),
    ...(contains.places ? [{ resource: 'hive', level: 'write' } as const] : []),
    ...(contains.breedingValues ? [{ resource: 'blup', level: 'write' } as const] : []),
  ];
}

/** The permissions for the columns of a file that was read before. */
export function requirementsOfColumns(file: Pick<Import, 'format' | 'columns'>): Requirement[] {
  const resources = new Set(file.columns.flatMap((column) => resourcesOf(file, column)));
  return [...resources].map((resource) => ({ resource, level: 'write' }));
}

/** Ends reading after the head. */
class HeadRead extends Error {}

/**
 * Checks that a kept file can be read with these options, and that the caller has the permissions for the contents that
 * would be read.
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
    await withKeptFile(db, key, (path) => readInWorker(path, options, { head, batch: () => Promise.resolve() }));
  } catch (error) {
    if (error instanceof HeadRead) return;
    throw error instanceof UnreadableFile ? unreadableFile(error, 'input.') : error;
  }
}

/**
 * The response to an unreadable file; with its columns, if a mapping would make it readable.
 * @param prefix of the path of the option that is wrong
 */
export function unreadableFile({ message, path, code, details, unmapped }: UnreadableFile, prefix = ''): ServiceError {
  return code === 'validation_failed'
    ? invalid(
        [{ path: prefix + path, message, code: 'unreadable_file', params: { reason: message, ...details } }],
        unmapped && { ...unmapped },
      )
    : new ServiceError(code, message);
}
