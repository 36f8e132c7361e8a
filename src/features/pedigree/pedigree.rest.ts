import { selection, toRest, type Members } from '../../rest/members.js';

/** Members of each node of a pedigree tree. */
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

const NODE_FIELDS = selection(NODE_MEMBERS);
export const PEDIGREE_FIELDS = `${NODE_FIELDS} generation pedigree(depth: $depth) {
  depth knownAncestors completeness inbreeding ancestors { position queen { ${NODE_FIELDS} } } }`;

interface TreeNode {
  generation_index: number;
  position: number;
  mother: TreeNode | null;
  father: TreeNode | null;
}

/** Converts the flat GraphQL list of ancestors to a tree. The ahnentafel positions determine the places in the tree. */
export function pedigreeBody(queen: PedigreeRow): Record<string, unknown> {
  const { ancestors, ...numbers } = queen.pedigree;
  const queens: object[] = [];
  for (const ancestor of ancestors) queens[ancestor.position] = ancestor.queen;
  queens[1] = queen;
  const nodeAt = (position: number, generation: number): TreeNode | null => {
    const queen = queens[position];
    if (!queen) return null;
    return {
      ...toRest(NODE_MEMBERS, queen),
      generation_index: generation,
      position,
      mother: nodeAt(2 * position, generation + 1),
      father: nodeAt(2 * position + 1, generation + 1),
    };
  };
  return {
    queen_id: queen.id,
    depth: GENERATIONS[numbers.depth],
    known_ancestors: numbers.knownAncestors,
    completeness: numbers.completeness,
    inbreeding: numbers.inbreeding,
    tree: nodeAt(1, 0),
  };
}
