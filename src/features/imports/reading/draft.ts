import type { FaultCode, UnreadableKind } from '../../../core/fault-codes.js';
import type { TraitColumn } from '../../../core/traits.js';

/**
 * A row of a breeder's file, converted to fields of queens and evaluations, but not yet compared with the account. An
 * absent member means unknown, because an empty cell never erases a known value.
 *
 * The members have the names of the columns of `import_draft`.
 */
export interface Draft extends Partial<Record<TraitColumn, number>> {
  /** Row number as in a spreadsheet: the first row of the file is row 1, and blank rows count. */
  row: number;
  /** Original text of every cell, in the order of the headers; empty for a row with errors. */
  cells: string[];
  /** MD5 of headers and cells, as a UUID: the same raw row has the same digest in every file with these columns. */
  digest: string;

  external_id?: string;
  identifiers?: { system: string; value: string }[];
  name?: string;
  generation?: 'F0' | 'F1';
  /** Default generation of the request or the format. */
  supposed_generation?: 'F0' | 'F1';
  race?: string;
  line?: string;
  /** `YYYY-MM-DD`, or `YYYY` if only the year is known. */
  birth_date?: string;
  /** The birth year in the studbook number. */
  supposed_birth_date?: string;
  status?: 'testing' | 'production' | 'sold' | 'dead' | 'lost';
  breeder_code?: string;
  marking?: string;
  notes?: string;

  /**
   * The dam, the sire (the queen that the dam was mated to) and the queen's own mate, by identifier or name. A mate is
   * the dam of the drone-producing queens (4a), or a single drone producer.
   */
  mother?: string;
  mother_kind?: ReferenceKind;
  father?: string;
  father_kind?: ReferenceKind;
  mated_to?: string;
  mated_to_kind?: ReferenceKind;
  mating_type?: 'island_station' | 'land_station' | 'insemination' | 'single_drone' | 'single_queen' | 'open';
  sdi_code?: 1 | 2;
  /** The code for several drones, assumed if the row does not state the number of drones. */
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

  /**
   * Breeding values of another system. `normalized` is around 100, and `reliability` is a fraction. The interface
   * `Reliability` describes `bare`.
   */
  breeding_values?: { trait: TraitColumn; normalized: number; reliability: number | null; bare?: number }[];
}

/** Whether a reference that matches no queen becomes the identifier or the name of a new queen. */
export type ReferenceKind = 'identifier' | 'name';

/** An error or a warning about a file. */
export interface Finding {
  /** Row of the file; null for the whole file. */
  row: number | null;
  /** Header of the column in the file; null for the whole row. */
  column: string | null;
  message: string;
  /** Stable code, which an interface uses to translate the message. */
  code: FaultCode;
  params: Readonly<Record<string, unknown>>;
}

/** The breeder's decisions about single rows of a file. */
export interface RowEdits {
  /** Rows that are left out. */
  skipped: readonly number[];
  /** Row → header → text that replaces the cell. The original data of the queen keep the text of the file. */
  cells: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /**
   * Errors of skipped rows at the time of the decision. These errors are stored because the rows are not read again.
   */
  errors?: Readonly<Record<number, readonly Finding[]>>;
}

export interface ReadOptions {
  filename: string;
  edits?: RowEdits;
  /** Header → REST member name, or null to ignore the column. Overrides recognized fields. */
  mapping?: Record<string, string | null>;
  /** Sheet of a workbook. Default: the first sheet with a table; hidden sheets come last. */
  sheet?: string;
  /** The generation of rows that do not state it. Default: F0. Only used for the format `table`. */
  generation?: 'F0' | 'F1';
  /** The season of tests that do not state it. Not used for *Datenimport* and *Stockkarten*. */
  evalYear?: number;
  /** Encoding of the text. Overrides the detected encoding. */
  encoding?: string;
}

export type Format = 'datenimport' | 'stockkarten' | 'zuchtwerte' | 'table';

/**
 * A column, its field, and some of its values. If the field is null, the column is stored only as original data of the
 * queens.
 */
export interface FileColumn {
  header: string;
  field: string | null;
  samples: string[];
}

/** Description of a file. It is known before the rows are read. */
export interface TableHead {
  format: Format;
  sheet: string | null;
  /** Encoding of the text; null for a workbook. */
  encoding: string | null;
  /** Row of the file with the headers, from 1. */
  headerRow: number;
  /** Names of all sheets of a workbook in their order; empty for other files. */
  sheets: string[];
  /** Headers of the file. If two headers are equal, the second header is `NAME#2`. */
  headers: string[];
  columns: FileColumn[];
  /** Contents besides queens, for a check of permissions before anything is written. */
  contains: { evaluations: boolean; places: boolean; breedingValues: boolean };
}

/** A row of the file that the import does not use, with its original cells. */
export interface UnusedRow {
  row: number;
  /** `set_aside` because of its content, `skipped` by the breeder, or `faulty` because of errors. */
  state: 'set_aside' | 'skipped' | 'faulty';
  cells: string[];
}

export interface Batch {
  /** Number of rows read, without blank, set-aside and skipped rows. Each row results in a draft, an error, or both. */
  rows: number;
  drafts: Draft[];
  errors: Finding[];
  warnings: Finding[];
  unused: UnusedRow[];
}

/** Columns of an unreadable file. The file could be read if the breeder mapped these columns. */
export type Unmapped = Pick<TableHead, 'sheet' | 'sheets' | 'columns'>;

/** Reason why a file is unreadable. `kind` is absent if the message has no translation. */
export interface UnreadableDetails {
  kind?: UnreadableKind;
  row?: number;
  given?: string;
}

/** Thrown for a file that cannot be read. The upload is rejected; if a job reads the file again, the import fails. */
export class UnreadableFile extends Error {
  unmapped?: Unmapped;

  constructor(
    message: string,
    /** Part of the request with the error. */
    readonly path: 'file' | 'mapping' | 'sheet' | 'encoding' = 'file',
    readonly code: 'validation_failed' | 'payload_too_large' | 'unsupported_media_type' = 'validation_failed',
    /** Parameters that an interface uses to translate the message. */
    readonly details: UnreadableDetails = {},
  ) {
    super(message);
  }

  /** Creates an error with a translatable message. */
  static of(kind: UnreadableKind, message: string, details: Omit<UnreadableDetails, 'kind'> = {}): UnreadableFile {
    return new UnreadableFile(message, 'file', 'validation_failed', { ...details, kind });
  }

  /** Creates an error about a kind of file that cannot be read. */
  static unsupported(message: string): UnreadableFile {
    return new UnreadableFile(message, 'file', 'unsupported_media_type');
  }
}
