import type { BodyShape } from '../../../rest/body-shape.js';
import { invertMembers, selection, toRest, type Members } from '../../../rest/members.js';
import { MERGE_RULES } from '../queen.checks.js';
import { QUEEN_INPUT } from '../queen.rest.js';

/** Request body: the id of the duplicate. */
export const MERGE_SHAPE: BodyShape = {
  members: { queen_id: 'mergeId' },
  rules: MERGE_RULES,
  required: ['queen_id'],
  readOnly: [],
  spread: true,
};

export const FACT_MEMBERS = {
  field: 'field',
  kept: 'kept',
  dropped: 'dropped',
  filled: 'filled',
} as const satisfies Members;
export const MOVE_MEMBERS = {
  daughters: 'daughters',
  daughters_by_her_drones: 'daughtersByHerDrones',
  mated_to_her: 'matedToHer',
  imported_rows: 'importedRows',
  evaluations: 'evaluations',
  hives: 'hives',
  breeding_values: 'breedingValues',
  breeding_values_dropped: 'breedingValuesDropped',
} as const satisfies Members;

export const MERGE_FIELDS = `obstacles { path message code params } facts { ${selection(FACT_MEMBERS)} }
  externalIdentifiers { system value } moves { ${selection(MOVE_MEMBERS)} }`;

/** REST names of the fields of a merge. */
export const MERGE_NAMES: Readonly<Record<string, string>> = {
  ...invertMembers(QUEEN_INPUT),
  ...invertMembers(MERGE_SHAPE.members),
};

export interface MergeRow {
  obstacles: { path: string; message: string; code?: string | null; params?: unknown }[];
  facts: { field: string }[];
  externalIdentifiers: object[];
  moves: object;
}

export function mergeBody({ obstacles, facts, externalIdentifiers, moves }: MergeRow): Record<string, unknown> {
  const named = (field: string) => MERGE_NAMES[field] ?? field;
  return {
    obstacles: obstacles.map((obstacle) => ({ ...obstacle, path: named(obstacle.path) })),
    facts: facts.map((fact) => ({ ...toRest(FACT_MEMBERS, fact), field: named(fact.field) })),
    external_identifiers: externalIdentifiers,
    moves: toRest(MOVE_MEMBERS, moves),
  };
}
