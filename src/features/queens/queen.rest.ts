import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import { QUEEN_RULES } from './queen.checks.js';

/** What a client may write of a queen. */
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

/** Besides, read-only. */
export const STAMPS = { created_at: 'createdAt', updated_at: 'updatedAt' } as const;
/** What follows from her ancestors is not of herself alone: it changes with theirs. */
export const READ_ONLY = { inbreeding: 'inbreeding', ...STAMPS } as const;

export const QUEEN_SHAPE: BodyShape = {
  members: QUEEN_INPUT,
  rules: QUEEN_RULES,
  required: ['generation'],
  oneOf: [['queen_name', 'external_id']],
  readOnly: [
    'id',
    'dam_external_id',
    'drone_sire_id',
    ...Object.keys(READ_ONLY),
    'pedigree',
    'mother',
    'daughters',
    'evaluations',
    'origin_data',
    'origin_imports',
  ],
};

/** Another queen, where she is only named. */
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
  /** Of F1 queens. */
  allDaughters?: { id: string; name: string }[];
  /** Of F1 queens; undefined too where the caller may not read them. */
  evaluations?: object[];
  /** Of one queen only, not in lists. */
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

/** What is told of herself alone. */
export const OWN_FIELDS = `id ${selection(plain)} ${identifiers} { system value } ${selection(STAMPS)}`;
/** The fields of an entry. Only what an F1 queen's needs besides is asked where F1 queens are to come. */
export const F0_FIELDS = `${OWN_FIELDS} inbreeding
  mother { ${named} } father { ${named} } matedTo { ${named} }`;
/** Of one queen besides. */
export const ORIGIN_FIELDS = 'originData originImports { importId filename importedAt rows }';

export const namedBody = (queen: NamedQueen | null): Record<string, unknown> | null =>
  queen && toRest(NAMED_MEMBERS, queen);

/** A queen without what is told of others in her entry. */
export const ownBody = (queen: object): Record<string, unknown> =>
  toRest({ id: 'id', ...QUEEN_INPUT, ...STAMPS }, queen);

/** How the evaluations of an F1 queen are asked for and shown; the feature they belong to says it. */
export interface EvaluationEntry {
  /** Of the GraphQL document. */
  fields: string;
  body(evaluation: object): Record<string, unknown>;
}

/** The fields of an entry of a queen of either generation. */
export const queenFields = ({ fields }: EvaluationEntry): string => `${F0_FIELDS}
  allDaughters(generation: F1) { id name } evaluations { ${fields} }`;

/** An entry of a list of queens: an F0 queen with her parents, an F1 queen with mother, daughters and evaluations. */
export function queenBody(queen: QueenRow, evaluations: EvaluationEntry): Record<string, unknown> {
  const { id, ...written } = toRest({ id: 'id', ...QUEEN_INPUT }, queen);
  return {
    id,
    ...written,
    dam_external_id: queen.mother?.externalId ?? null,
    drone_sire_id: queen.matedTo?.externalId ?? null,
    ...toRest(READ_ONLY, queen),
    ...(queen.generation === 'F0'
      ? { pedigree: { mother: namedBody(queen.mother), father: namedBody(queen.father) } }
      : {
          mother: namedBody(queen.mother),
          daughters: queen.allDaughters?.map(({ id, name }) => ({ id, queen_name: name })),
          evaluations: queen.evaluations?.map(evaluations.body),
        }),
  };
}

/** One queen, with the rows that described her in imported files. */
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
