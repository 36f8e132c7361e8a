import { entered, enteredNumber, partialDate } from '../ui/values.js';
import { MEMBERS, type Entry, type Identifier, type Member } from './members.js';

const NUMBERS: readonly string[] = ['sdi_code', 'drone_producers', 'drones'] satisfies Member[];
const DATES: readonly string[] = ['birth_date', 'mated_at'] satisfies Member[];

/** Names of the two inputs in each row of identifiers of other systems. */
export const SYSTEM = 'identifier_system';
export const VALUE = 'identifier_value';

/** Returns the entered values of a queen, for the fields that the form has. Omits empty rows of identifiers. */
export function enteredEntry(values: FormData): Partial<Entry> {
  const entry: Record<string, unknown> = { external_identifiers: enteredIdentifiers(values) };
  for (const member of MEMBERS.filter((name) => values.has(name))) {
    const text = entered(values, member);
    if (NUMBERS.includes(member)) entry[member] = enteredNumber(values, member);
    else entry[member] = text !== null && DATES.includes(member) ? partialDate(text) : text;
  }
  return entry;
}

function enteredIdentifiers(values: FormData): Identifier[] {
  const texts = (name: string) => values.getAll(name).map((text) => String(text).trim());
  const systems = texts(SYSTEM);
  return texts(VALUE)
    .map((value, row) => ({ system: systems[row] ?? '', value }))
    .filter(({ system, value }) => system !== '' || value !== '');
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Returns the name of a queen; null if she has none. The server then returns her identifier as the name. */
export const ownName = ({ queen_name: name, external_id: number }: Pick<Entry, 'queen_name' | 'external_id'>) =>
  name === number ? null : name;

/**
 * Returns the members that the user has changed. Only changed members are sent, so that changes of other users are not
 * overwritten.
 */
export function changes(before: Entry, now: Partial<Entry>): Partial<Entry> {
  // A text area converts the line breaks of other programs. This is not a change of the user.
  const notes = before.notes?.replace(/\r\n?/g, '\n') ?? null;
  const was: Entry = { ...before, queen_name: ownName(before), notes };
  const changed = MEMBERS.filter((member) => member in now && !same(was[member], now[member]));
  const found = Object.fromEntries(changed.map((member) => [member, now[member]])) as Partial<Entry>;
  // For a queen without a name, the stored name is her identifier. If the name is null, the server uses the new
  // identifier as the name.
  if ('external_id' in found && was.queen_name === null && now.queen_name === null) found.queen_name = null;
  return found;
}

/** Returns the members that differ between two versions of a queen. */
export const differing = (one: Entry, other: Entry): Member[] =>
  MEMBERS.filter((member) => !same(one[member], other[member]));
