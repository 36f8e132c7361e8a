import type { FaultCode } from '../../../core/fault-codes.js';
import type { TraitColumn } from '../../../core/traits.js';

/**
 * What a row of a breeder's file says, in the domain's terms and before anything is looked up.
 * A member that is absent is unknown: an empty cell never erases what is known already.
 *
 * The names are those of the columns of the table `import_draft`, which takes these objects as they are.
 */
export interface Draft extends Partial<Record<TraitColumn, number>> {
  /** The row as a spreadsheet counts it: the header is row 1, the first row of data 2. */
  row: number;
  /** Every cell of the row as text, as it stood in the file, in the order of `Table.headers`; none for a faulty row. */
  cells: string[];
  /** MD5 over headers and cells, as a UUID: the same raw row has the same digest in every file with these columns. */
  digest: string;

  external_id?: string;
  identifiers?: { system: string; value: string }[];
  name?: string;
  generation?: 'F0' | 'F1';
  /** What she is where nothing says it: by the request or the format. */
  supposed_generation?: 'F0' | 'F1';
  race?: string;
  line?: string;
  /** `YYYY-MM-DD`, or `YYYY` where only the year is known. */
  birth_date?: string;
  /** The year in her number: when she was born where nothing says it. */
  supposed_birth_date?: string;
  status?: 'testing' | 'production' | 'sold' | 'dead' | 'lost';
  breeder_code?: string;
  marking?: string;
  notes?: string;

  /** Dam, sire (4a of the dam's mating) and own mate (4a, or the drone producer), by identifier or name. */
  mother?: string;
  mother_kind?: ReferenceKind;
  father?: string;
  father_kind?: ReferenceKind;
  mated_to?: string;
  mated_to_kind?: ReferenceKind;
  mating_type?: 'island_station' | 'land_station' | 'insemination' | 'single_drone' | 'single_queen' | 'open';
  sdi_code?: 1 | 2;
  /** Several drones, where the row has a place for their number and leaves it empty. */
  supposed_sdi_code?: 2;
  drone_producers?: number;
  drones?: number;
  mated_at?: string;
  mating_station?: string;

  apiary?: string;
  hive?: string;
  /** The test's season. */
  year?: number;
  evaluated_on?: string;
  evaluator?: string;
  country_code?: string;
  postal_code?: string;

  /** Breeding values of another system: `normalized` around 100, `reliability` a fraction; `bare` see `Reliability`. */
  breeding_values?: { trait: TraitColumn; normalized: number; reliability: number | null; bare?: number }[];
}

/** What a reference becomes where nobody answers to it: a queen known by this number, or by this name. */
export type ReferenceKind = 'identifier' | 'name';

/** An error or a warning about a file. */
export interface Finding {
  /** Null where it concerns the file as a whole. */
  row: number | null;
  /** The header of the column, as the file writes it; null where it concerns the row as a whole. */
  column: string | null;
  message: string;
  /** A stable word, by which an interface translates the message. */
  code: FaultCode;
  params: Readonly<Record<string, unknown>>;
}

export interface ReadOptions {
  filename: string;
  /** Header → REST member name, or null to ignore the column; goes before what is recognized. */
  mapping?: Record<string, string | null>;
  /** Which sheet of a workbook; the first that holds a table if absent, hidden ones last. */
  sheet?: string;
  /** For rows that do not say; F0 if absent. */
  generation?: 'F0' | 'F1';
  /** The season of tests that do not say it, in a table. */
  evalYear?: number;
  /** How the text is encoded, where it is not to be told by its bytes. */
  encoding?: string;
}

export type Format = 'datenimport' | 'stockkarten' | 'zuchtwerte' | 'table';

/** A column, what it is taken for (null: it is only kept in the origin data), and some of its values. */
export interface FileColumn {
  header: string;
  field: string | null;
  samples: string[];
}

/** What the head of a file tells, before its rows are read. */
export interface TableHead {
  format: Format;
  sheet: string | null;
  /** How the text is encoded; null for a workbook. */
  encoding: string | null;
  /** The file's row that holds the headers, from 1. */
  headerRow: number;
  /** Names of all sheets of a workbook, in their order; none for other files. */
  sheets: string[];
  /** Headers as they stand; of equal ones the second is `NAME#2`. */
  headers: string[];
  columns: FileColumn[];
  /** What the file holds besides queens, so that permissions can be checked before anything is written. */
  brings: { evaluations: boolean; places: boolean; breedingValues: boolean };
}

export interface Batch {
  /** How many rows were read for it, blank ones not counted: each became a draft, or at least one error, or both. */
  rows: number;
  drafts: Draft[];
  errors: Finding[];
  warnings: Finding[];
}

/** What stands in a file that could be read if its columns were mapped. */
export type Unmapped = Pick<TableHead, 'sheet' | 'sheets' | 'columns'>;

/** A file that no row can be read from: the fault of the request, answered at once. */
export class UnreadableFile extends Error {
  unmapped?: Unmapped;

  constructor(
    message: string,
    /** Which part of the request is at fault. */
    readonly path: 'file' | 'mapping' | 'sheet' | 'encoding' = 'file',
    readonly code: 'validation_failed' | 'payload_too_large' | 'unsupported_media_type' = 'validation_failed',
  ) {
    super(message);
  }
}
