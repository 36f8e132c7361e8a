import { selection, toRest, type Members } from '../rest/members.js';

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
    ancestors: { position: number; generation: number; queen: object }[];
  };
}

export const NODE_FIELDS = selection(NODE_MEMBERS);
export const PEDIGREE_FIELDS = `${NODE_FIELDS} generation pedigree(depth: $depth) {
  depth knownAncestors completeness inbreeding ancestors { position generation queen { ${NODE_FIELDS} } } }`;

type Node = Record<string, unknown>;

/** A queen's pedigree as a tree; the flat list of GraphQL, by ahnentafel position, holds the same queens. */
export function pedigreeBody(queen: PedigreeRow): Record<string, unknown> {
  const { ancestors, ...numbers } = queen.pedigree;
  // An ancestor at many places is one row.
  const known = new Map<object, Node>();
  const nodes: Node[] = [];
  const place = (row: object, position: number, generation: number): void => {
    let members = known.get(row);
    if (!members) known.set(row, (members = toRest(NODE_MEMBERS, row)));
    nodes[position] = { ...members, generation_index: generation, position, mother: null, father: null };
  };
  place(queen, 1, 0);
  for (const { position, generation, queen: ancestor } of ancestors) {
    if (position > 1) place(ancestor, position, generation);
  }
  nodes.forEach((node, position) => {
    node.mother = nodes[2 * position] ?? null;
    node.father = nodes[2 * position + 1] ?? null;
  });
  return {
    queen_id: queen.id,
    depth: GENERATIONS[numbers.depth],
    known_ancestors: numbers.knownAncestors,
    completeness: numbers.completeness,
    inbreeding: numbers.inbreeding,
    tree: nodes[1],
  };
}
