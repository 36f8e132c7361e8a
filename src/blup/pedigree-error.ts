/** Id of an animal or a queen. The text "1" and the number 1 are different ids. */
export type Id = string | number;

/** A fault of a pedigree or of a query. */
export type PedigreeFault =
  | { readonly kind: 'missing'; readonly id: Id; readonly role: 'dam' | 'sire'; readonly parent: Id }
  | { readonly kind: 'ambiguous'; readonly id: Id }
  /** A requested id that is unknown. */
  | { readonly kind: 'unknown'; readonly id: Id }
  /** Each member descends from the next member, and the last member from the first. */
  | { readonly kind: 'cycle'; readonly members: readonly Id[] }
  | { readonly kind: 'invalid'; readonly id: Id; readonly field: string; readonly problem: string };

const MAX_LISTED = 10;

function listed<T>(items: readonly T[], textOf: (item: T) => string, separator: string): string {
  const more = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).map(textOf).join(separator) + (more > 0 ? `${separator}… (${more} more)` : '');
}

function messageOf(fault: PedigreeFault): string {
  switch (fault.kind) {
    case 'missing':
      return `the ${fault.role} ${fault.parent} of ${fault.id} is not in the pedigree`;
    case 'ambiguous':
      return `${fault.id} is in the pedigree more than once`;
    case 'unknown':
      return `${fault.id} is not in the pedigree`;
    case 'cycle':
      return `${fault.members[0]} descends from itself: ${listed([...fault.members, fault.members[0]], String, ' from ')}`;
    case 'invalid':
      return `${fault.field} of ${fault.id} ${fault.problem}`;
  }
}

/**
 * Returns the index of each id.
 * @throws PedigreeError that lists all unknown ids
 */
export function placesOf(places: ReadonlyMap<Id, number>, ids: readonly Id[]): number[] {
  const unknown = new Set<Id>();
  const found: number[] = [];
  for (const id of ids) {
    const place = places.get(id);
    if (place === undefined) unknown.add(id);
    else found.push(place);
  }
  if (unknown.size > 0) throw new PedigreeError([...unknown].map((id) => ({ kind: 'unknown', id })));
  return found;
}

/** Error for an invalid pedigree or for unknown ids in a query. */
export class PedigreeError extends Error {
  constructor(readonly faults: readonly PedigreeFault[]) {
    super(listed(faults, messageOf, '; '));
    this.name = 'PedigreeError';
  }
}
