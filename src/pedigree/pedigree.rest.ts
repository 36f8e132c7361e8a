import { selection, toRest, type Members } from '../rest/members.js';
import { Json } from '../rest/text.js';

/** What a node of the tree tells of a queen. */
export const NODE_MEMBERS = {
  id: 'id',
  queen_name: 'name',
  external_id: 'externalId',
  race: 'race',
  birth_date: 'dateOfBirth',
  life_status: 'status',
} as const satisfies Members;

const GENERATIONS = { THREE: 3, FIVE: 5, SEVEN: 7 };

export interface PedigreeRow {
  id: string;
  generation: string;
  pedigree: {
    depth: keyof typeof GENERATIONS;
    knownAncestors: number;
    completeness: number;
    inbreeding: number;
    ancestors: Ancestor[];
  };
}

interface Ancestor {
  position: number;
  queen: object;
}

export const NODE_FIELDS = selection(NODE_MEMBERS);
export const PEDIGREE_FIELDS = `${NODE_FIELDS} generation pedigree(depth: $depth) {
  depth knownAncestors completeness inbreeding ancestors { position queen { ${NODE_FIELDS} } } }`;

/** Of ancestors, who are one row from request to request, and at however many places. */
const written = new WeakMap<object, string>();

/** What a node tells of a queen, as JSON of which the end is still to come. */
function writeQueen(row: object): string {
  let text = written.get(row);
  if (text === undefined) written.set(row, (text = JSON.stringify(toRest(NODE_MEMBERS, row)).slice(0, -1)));
  return text;
}

/** What stands between a node's queen and its mother, by position; see `ancestorsOf`. */
const PLACES = Array.from({ length: 2 ** (GENERATIONS.SEVEN + 1) }, (_, position) => {
  const generation = Math.floor(Math.log2(position));
  return `,"generation_index":${generation},"position":${position},"mother":`;
});

/** A queen's pedigree as a tree; the flat list of GraphQL, by ahnentafel position, holds the same queens. */
export function pedigreeBody(queen: PedigreeRow): Record<string, unknown> {
  const { ancestors, ...numbers } = queen.pedigree;
  const at: Ancestor[] = [];
  for (const ancestor of ancestors) at[ancestor.position] = ancestor;
  at[1] = { position: 1, queen };
  const write = (position: number): string => {
    const node = at[position];
    if (!node) return 'null';
    return `${writeQueen(node.queen)}${PLACES[position]!}${write(2 * position)},"father":${write(2 * position + 1)}}`;
  };
  return {
    queen_id: queen.id,
    depth: GENERATIONS[numbers.depth],
    known_ancestors: numbers.knownAncestors,
    completeness: numbers.completeness,
    inbreeding: numbers.inbreeding,
    tree: new Json(write(1)),
  };
}
