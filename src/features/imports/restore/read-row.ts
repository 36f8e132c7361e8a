import { v7 as uuid } from 'uuid';
import { cutText } from '../../../core/storable-text.js';
import { isObject } from '../../../core/objects.js';
import { ValueFault } from '../../../validation/rule.js';
import type { Part, Rows, Section } from '../portable/section.js';
import type { Finding } from '../reading/draft.js';

/** A staged row. */
export interface StagedRow {
  section: string;
  line: number;
  /** New id of the row. */
  id: string;
  /** Id of the row in the file. References from other rows contain this id. */
  oldId: string | null;
  /** Other values of the row, by column. */
  data: Record<string, unknown>;
}

/** Name of the section in which the rows of a part are staged. */
export const partName = (section: string, part: string): string => `${section}.${part}`;

/** Reads an element of a section's list. Returns the row with its parts, and all errors. */
export function readRow(name: string, section: Section, element: unknown, line: number) {
  const rows: StagedRow[] = [];
  const errors: Finding[] = [];
  const add = (column: string, message: string) =>
    errors.push({ row: line, column, message, code: 'invalid_value', params: {} });
  const fault = (path: string, message: string) => add(`${name}.${path}`, message);
  const { parts = {} } = section;
  if (!isObject(element)) {
    add(name, 'must be an object');
    return { rows, errors };
  }
  const { id: oldId = null, ...data } = readMembers(section, element, fault, '', parts);
  const id = uuid();
  const computed = errors.length === 0 ? section.computed?.(data) : undefined;
  rows.push({ section: name, line, id, oldId: oldId as string | null, data: { ...data, ...computed } });
  for (const [member, part] of Object.entries(parts)) {
    for (const [index, each] of listIn(element, member, fault).entries()) {
      const path = `${member}.${index}`;
      if (!isObject(each)) fault(path, 'must be an object');
      else rows.push(partRow(partName(name, member), part, id, line, readMembers(part, each, fault, `${path}.`)));
    }
  }
  const wrong = errors.length === 0 ? section.check?.(data) : undefined;
  if (wrong) fault(...wrong);
  return { rows, errors };
}

const partRow = (section: string, { parentColumn }: Part, parent: string, line: number, data: object): StagedRow => {
  return { section, line, id: uuid(), oldId: null, data: { ...data, [parentColumn]: parent } };
};

function listIn(source: Record<string, unknown>, member: string, fault: (path: string, message: string) => unknown) {
  const list = Object.hasOwn(source, member) ? source[member] : [];
  if (Array.isArray(list)) return list as unknown[];
  fault(member, 'must be a list');
  return [];
}

/** Returns the values of the members, by column. */
function readMembers(
  { members, formerMembers = [] }: Rows,
  source: Record<string, unknown>,
  fault: (path: string, message: string) => unknown,
  at: string,
  parts: object = {},
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const name of Object.keys(source)) {
    if (!Object.hasOwn(members, name) && !Object.hasOwn(parts, name) && !formerMembers.includes(name))
      fault(at + cutText(name, 100), 'is unknown');
  }
  for (const [name, [column, kind]] of Object.entries(members)) {
    const value = Object.hasOwn(source, name) ? (source[name] ?? null) : null;
    const read = value === null ? null : kind.read(value);
    if (read instanceof ValueFault) fault(at + name, read.message);
    else if (read === null && kind.required) fault(at + name, 'is required');
    else if (!kind.exportOnly) data[column] = read;
  }
  return data;
}
