import { t } from '@lingui/core/macro';
import { accountHeader } from '../data/of-account.js';
import { Problem } from '../data/problem.js';
import { noResponse, problemOf } from '../data/rest.js';
import type { ImportColumn } from './import-data.js';

export interface UploadOptions {
  dryRun: boolean;
  /**
   * The chosen fields, by header. If a field is null, its column is only stored as origin data. Columns without an
   * entry keep the recognized field.
   */
  mapping?: Readonly<Record<string, string | null>>;
  sheet?: string;
  /** The generation for rows without a generation. */
  generation?: 'F0' | 'F1';
  /** The test year for rows without a year, as entered by the user. */
  evalYear?: string;
  /** The encoding of the text; absent if the detected encoding is correct. */
  encoding?: string;
  /**
   * For each identifier that two queens have: whether they are the same queen. `*` applies to all other identifiers.
   */
  decisions?: Readonly<Record<string, 'same' | 'another'>>;
}

/** The columns of a file in which no column identifies queens. */
export interface Unmapped {
  sheet: string | null;
  sheets: string[];
  columns: ImportColumn[];
}

/** Thrown if no column of the file identifies queens. The user can then map such a column. */
export class UnmappedFile extends Problem {
  readonly table: Unmapped;

  constructor(problem: Problem, table: Unmapped) {
    super(problem);
    this.table = table;
  }
}

interface Watch {
  signal?: AbortSignal;
  /** Receives the uploaded share, 0 to 1; at 1 the server starts to read the file. */
  onProgress?: (sent: number) => void;
}

/**
 * Uploads a file. The server responds after reading the whole file; a job then processes it. Uses `XMLHttpRequest`,
 * because `fetch` does not report the progress of an upload.
 * @returns the id of the import
 * @throws {Problem}
 * @throws {UnmappedFile} if the file needs a mapping
 */
export async function upload(file: File, options: UploadOptions, { signal, onProgress }: Watch = {}): Promise<string> {
  await assertReadable(file);
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal?.addEventListener('abort', stop);
  try {
    const content = await new Promise<Record<string, unknown>>((resolve, reject) => {
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const { status, response } = request;
        const body = (response ?? {}) as Record<string, unknown>;
        if (status === 202) resolve(body);
        else reject(refusal(problemOf(status, request.getResponseHeader('Retry-After'), body), body));
      };
      request.onerror = () => reject(noResponse());
      request.onabort = () => reject(signal?.reason as Error);
      request.open('POST', '/api/imports');
      request.responseType = 'json';
      request.setRequestHeader('Accept', 'application/json');
      for (const [name, value] of Object.entries(accountHeader())) request.setRequestHeader(name, value);
      if (signal?.aborted) reject(signal.reason as Error);
      else request.send(bodyOf(file, options));
    });
    return (content.data as { id: string }).id;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function bodyOf(
  file: File,
  { dryRun, mapping = {}, sheet, generation, evalYear, encoding, decisions }: UploadOptions,
): FormData {
  const body = new FormData();
  // The options must precede the file, because the server needs them to read it.
  body.set('dry_run', String(dryRun));
  if (Object.keys(mapping).length > 0) body.set('mapping', JSON.stringify(mapping));
  if (sheet !== undefined) body.set('sheet', sheet);
  if (generation !== undefined) body.set('generation', generation);
  if (evalYear) body.set('eval_year', evalYear);
  if (encoding) body.set('encoding', encoding);
  if (decisions) body.set('decisions', JSON.stringify(decisions));
  body.set('file', file, file.name);
  return body;
}

function refusal(problem: Problem, { sheet, sheets, columns }: Record<string, unknown>): Problem {
  if (!Array.isArray(columns)) return problem;
  return new UnmappedFile(problem, { sheet: (sheet ?? null) as string | null, sheets: sheets as string[], columns });
}

/**
 * Rejects a file that was saved after the user chose it. The page cannot read such a file, and the browser would report
 * a network error.
 */
async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    const message = t`was changed or deleted on this device after you chose it: choose it again`;
    throw new Problem({ status: 0, code: 'file_changed', message, errors: [{ path: 'file', message }] });
  }
}
