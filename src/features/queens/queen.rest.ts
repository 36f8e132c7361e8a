import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import { QUEEN_RULES } from './queen.checks.js';

/** Members of a queen that a client can change. */
export const QUEEN_INPUT = {
  generation: 'generation',
  queen_name: 'name',
  race: 'race',
  line: 'line',
  birth_date: 'dateOfBirth',
  life_status: 'status',
  external_id: 'externalId',
  external_identifiers: 'externalIdentifiers',
  breeder_code: 'breederCode',
  marking: 'marking',
  notes: 'notes',
  mother_id: 'motherId',
  father_id: 'fatherId',
  mated_to_id: 'matedToId',
  mating_type: 'matingType',
  sdi_code: 'sdiCode',
  drone_producers: 'droneProducers',
  drones: 'drones',
  mated_at: 'matedAt',
  mating_station: 'matingStation',
} as const satisfies Members;

/** Read-only timestamps of a queen. */
export const TIMESTAMPS = { created_at: 'createdAt', updated_at: 'updatedAt' } as const;
/** Read-only members. `inbreeding` depends on the ancestors, so it is not part of the queen's own row. */
export const READ_ONLY_MEMBERS = { inbreeding: 'inbreeding', ...TIMESTAMPS } as const;

export const QUEEN_SHAPE: BodyShape = {
  members: QUEEN_INPUT,
  rules: QUEEN_RULES,
  required: ['generation'],
  oneOf: [['queen_name', 'external_id']],
  readOnly: [
    'id',
    'dam_external_id',
    'drone_sire_id',
    ...Object.keys(READ_ONLY_MEMBERS),
    'pedigree',
    'mother',
    'daughters',
    'evaluations',
    'origin_data',
    'origin_imports',
  ],
};

/** Members of a related queen. */
export const NAMED_MEMBERS = { id: 'id', queen_name: 'name', external_id: 'externalId' } as const satisfies Members;

export interface NamedQueen {
  id: string;
  name: string;
  externalId: string | null;
}

export interface QueenRow {
  generation: 'F0' | 'F1';
  mother: NamedQueen | null;
  father: NamedQueen | null;
  matedTo: NamedQueen | null;
  /** Absent in responses that contain only F0 queens; empty for other F0 queens. */
  allDaughters?: { id: string; name: string }[];
  /** Absent in responses that contain only F0 queens, and if the caller may not read evaluations. */
  evaluations?: object[];
  /** Present only if a single queen is requested, not in lists. */
  originData?: unknown;
  originImports?: OriginImport[];
}

interface OriginImport {
  importId: string;
  filename: string;
  importedAt: string;
  rows: unknown[];
}

const named = selection(NAMED_MEMBERS);
const { external_identifiers: identifiers, ...plain } = QUEEN_INPUT;

/** Fields of the queen's own row. */
export const OWN_FIELDS = `id ${selection(plain)} ${identifiers} { system value } ${selection(TIMESTAMPS)}`;
/** Fields of F0 queens. F1 queens have additional fields, which are selected only where F1 queens can occur. */
export const F0_FIELDS = `${OWN_FIELDS} inbreeding
  mother { ${named} } father { ${named} } matedTo { ${named} }`;
/** Additional fields in the response for a single queen. */
export const ORIGIN_FIELDS = 'originData originImports { importId filename importedAt rows }';

const namedBody = (queen: NamedQueen | null): Record<string, unknown> | null => queen && toRest(NAMED_MEMBERS, queen);

/** Body of the queen's own row, without related queens. */
export const ownBody = (queen: object): Record<string, unknown> =>
  toRest({ id: 'id', ...QUEEN_INPUT, ...TIMESTAMPS }, queen);

/** Fields and body of the evaluations in an F1 queen. The feature `evaluations` provides them. */
export interface EvaluationEntry {
  /** Field selection for the GraphQL document. */
  fields: string;
  body(evaluation: object): Record<string, unknown>;
}

/** Fields of a queen that can be F0 or F1. */
export const queenFields = ({ fields }: EvaluationEntry): string => `${F0_FIELDS}
  allDaughters(generation: F1) { id name } evaluations { ${fields} }`;

/** Body of a queen. An F0 queen has her parents; an F1 queen has her mother, daughters and evaluations. */
export function queenBody(queen: QueenRow, evaluations: EvaluationEntry): Record<string, unknown> {
  const { id, ...written } = toRest({ id: 'id', ...QUEEN_INPUT }, queen);
  return {
    id,
    ...written,
    dam_external_id: queen.mother?.externalId ?? null,
    drone_sire_id: queen.matedTo?.externalId ?? null,
    ...toRest(READ_ONLY_MEMBERS, queen),
    ...(queen.generation === 'F0'
      ? { pedigree: { mother: namedBody(queen.mother), father: namedBody(queen.father) } }
      : {
          mother: namedBody(queen.mother),
          daughters: queen.allDaughters?.map(({ id, name }) => ({ id, queen_name: name })),
          evaluations: queen.evaluations?.map(evaluations.body),
        }),
  };
}

/** Body of a single queen, with the imported rows that describe her. */
export function queenDetail(queen: QueenRow, evaluations: EvaluationEntry): Record<string, unknown> {
  return {
    ...queenBody(queen, evaluations),
    origin_data: queen.originData,
    origin_imports: queen.originImports?.map(({ importId, filename, importedAt, rows }) => ({
      import_id: importId,
      filename,
      imported_at: importedAt,
      rows,
    })),
  };
}
