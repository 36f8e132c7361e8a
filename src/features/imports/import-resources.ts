import type { Identity } from '../../auth/identity.js';
import { permits, type Permissions, type Resource } from '../../auth/permissions.js';
import type { Import, ImportColumn, ImportFinding } from './import.entity.js';
import { FORMAT } from './portable/document.js';
import { SECTIONS } from './portable/sections.js';
import { FIELD_TEXTS } from './reading/field-texts.js';
import { isBreedingValueHeader } from './reading/formats/trait-columns.js';

/** Resources of fields in the group `test` that belong to an apiary or hive. Some also belong to the evaluation. */
const PLACE_FIELDS: Readonly<Record<string, readonly Resource[]>> = {
  apiary: ['hive'],
  hive: ['hive'],
  country_code: ['evaluations', 'hive'],
  postal_code: ['evaluations', 'hive'],
};

const GROUP_OF = new Map(
  FIELD_TEXTS.flatMap(({ name, alias, group }) => [[name, group] as const, [alias ?? name, group] as const]),
);

const ALIAS_OF = new Map(FIELD_TEXTS.map(({ name, alias }) => [name, alias ?? name]));

/** Codes of findings that never quote a cell. */
const QUOTES_NOTHING = /^encoding$|^year_missing$|_set_aside$/;

type ImportedFile = Pick<Import, 'format' | 'columns'>;

/**
 * Returns the resources, other than queens, that the cells of a column belong to. Returns none for a column that is
 * stored only as original data.
 */
export function resourcesOf(
  { format, columns }: ImportedFile,
  { field, header }: Pick<ImportColumn, 'field' | 'header'>,
): readonly Resource[] {
  if (field == null) return [];
  const group = GROUP_OF.get(field);
  if (group === 'reliabilities') return ['blup'];
  if (group === 'traits') {
    if (format === 'zuchtwerte') return ['blup'];
    // A table can contain both tests and breeding values. A trait column contains breeding values if its header
    // names a breeding value, or if the table has a column with the reliability of this trait.
    const reliability = `${ALIAS_OF.get(field) ?? field}_r2`;
    const isValue = isBreedingValueHeader(header) || columns.some((each) => each.field === reliability);
    return isValue ? ['evaluations', 'blup'] : ['evaluations'];
  }
  return group === 'test' ? (PLACE_FIELDS[field] ?? ['evaluations']) : [];
}

/** Returns the resources, other than queens, whose data a message may quote. */
function resourcesOfFinding(
  file: ImportedFile,
  { column, code }: Pick<ImportFinding, 'column' | 'code'>,
): readonly Resource[] {
  const { format, columns } = file;
  if (column === null && QUOTES_NOTHING.test(code)) return [];
  if (format === FORMAT) {
    const resource = SECTIONS[column?.split('.')[0] ?? '']?.resource;
    return resource ? [resource] : [];
  }
  if (column === null) return columns.flatMap((each) => resourcesOf(file, each));
  const own = columns.filter(({ header }) => header === column).flatMap((each) => resourcesOf(file, each));
  // A message about an apiary or hive may quote tests at other apiaries or hives.
  return own.includes('hive') ? [...own, 'evaluations'] : own;
}

/**
 * Returns the findings for the caller. If a message may quote data that the caller may not read, it is replaced with a
 * message that names only the missing permission.
 */
export function visibleFindings(
  identity: Identity | null,
  file: ImportedFile,
  findings: readonly ImportFinding[],
): ImportFinding[] {
  return identity ? findings.map((finding) => visibleFinding(identity.permissions, file, finding)) : [];
}

function visibleFinding(permissions: Permissions, file: ImportedFile, fault: ImportFinding): ImportFinding {
  const lacking = new Set(
    resourcesOfFinding(file, fault).filter((resource) => !permits(permissions, { resource, level: 'read' })),
  );
  if (lacking.size === 0) return fault;
  const resources = [...lacking].map((resource) => `"${resource}"`).join(' and ');
  const message = `is not accepted; to see the reason, you need the permission "read" on ${resources}`;
  return { ...fault, message, code: 'insufficient_permission', params: { resources: [...lacking] } };
}
