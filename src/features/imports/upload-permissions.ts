import type { Kysely } from 'kysely';
import type { Requirement } from '../../auth/permissions.js';
import { invalid, ServiceError } from '../../core/errors.js';
import type { ImportKey } from './findings.js';
import type { Import } from './import.entity.js';
import { resourcesOf } from './import-resources.js';
import { withStoredFile } from './stored-file.js';
import { UnreadableFile, type ReadOptions, type TableHead } from './reading/draft.js';
import { readInWorker } from './reading/read-table.js';
import { isTraitField } from './reading/traits.js';

/** Returns the permissions that the contents of a file need, in addition to the permission for queens. */
export function requirementsOf({ contains }: Pick<TableHead, 'contains'>): Requirement[] {
  return [
    ...(contains.evaluations ? [{ resource: 'evaluations', level: 'write' } as const] : []),
    ...(contains.places ? [{ resource: 'hive', level: 'write' } as const] : []),
    ...(contains.breedingValues ? [{ resource: 'blup', level: 'write' } as const] : []),
  ];
}

type ReadFile = Pick<Import, 'format' | 'columns'>;

/** Returns the permissions that an already read file needs: the same permissions as {@link requirementsOf} its head. */
export function requirementsOfColumns(file: ReadFile): Requirement[] {
  const fields = file.columns.map(({ field }) => field);
  const contains = {
    // In the format `zuchtwerte`, columns with the field of a trait contain breeding values.
    evaluations: file.format !== 'zuchtwerte' && fields.some(isTraitField),
    places: fields.includes('apiary') || fields.includes('hive'),
    breedingValues: file.columns.some((column) => resourcesOf(file, column).includes('blup')),
  };
  return requirementsOf({ contains });
}

/**
 * Returns the permissions for a change of how the file is read. If a column gets another field, its cells belong to
 * another resource. Therefore the caller must be permitted to read the cells of all columns before the change.
 */
export function requirementsOfReading(file: ReadFile): Requirement[] {
  const resources = new Set(file.columns.flatMap((column) => resourcesOf(file, column)));
  return [...resources].map((resource) => ({ resource, level: 'read' }));
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
    ? invalid([{ path: prefix + path, message, code: 'unreadable_file', params: { reason: message, ...details } }], {
        extra: unmapped && { ...unmapped },
      })
    : new ServiceError(code, message);
}
