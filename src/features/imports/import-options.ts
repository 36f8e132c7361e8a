import type { Actor } from '../audit/actor.js';
import { invalid, type Fault } from '../../core/errors.js';
import { isObject } from '../../core/objects.js';
import type { Idempotency } from '../../db/idempotency.js';
import { ValueFault as RuleFault, mustBe } from '../../validation/rule.js';
import { readDecisions, type Decisions } from './decisions.checks.js';
import { year } from './reading/dates.js';
import type { ReadOptions } from './reading/draft.js';
import { ENCODINGS, encodingNamed } from './reading/encoding.checks.js';

/** Text fields that an upload may contain besides the file. */
export const OPTION_FIELDS = [
  'dry_run',
  'mapping',
  'sheet',
  'generation',
  'eval_year',
  'encoding',
  'decisions',
] as const;

/** The stored options for reading a file, with the breeder's edits of its rows. */
export type StoredOptions = Omit<ReadOptions, 'filename'>;

export interface ImportOptions {
  /** User or API key that sends the file. */
  by: Actor;
  dryRun: boolean;
  reading: ReadOptions;
  decisions?: Decisions;
  /** Set if the request has an `Idempotency-Key`. */
  idempotency?: Idempotency;
}

const BOOLEAN_WORDS = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no', ''].map((word) => [word, false] as const),
]);

/** @throws {ServiceError} `validation_failed` with every faulty field */
export function readOptions(filename: string, fields: Map<string, string>, by: Actor): ImportOptions {
  const faults: Fault[] = [];
  const dryRun = BOOLEAN_WORDS.get((fields.get('dry_run') ?? 'false').toLowerCase());
  if (dryRun === undefined) faults.push({ path: 'dry_run', message: 'must be true or false' });
  const generation = fields.get('generation') || undefined;
  if (generation !== undefined && generation !== 'F0' && generation !== 'F1') {
    faults.push({ path: 'generation', message: 'must be F0 or F1' });
  }
  const evalYear = readYear(fields.get('eval_year') || undefined, faults);
  const encoding = readEncoding(fields.get('encoding') || undefined, faults);
  const mapping = readMapping(fields.get('mapping') || undefined, faults);
  const decisions = readDecisions(fields.get('decisions'), faults);
  if (faults.length > 0) throw invalid(faults);
  return {
    by,
    dryRun: dryRun as boolean,
    decisions,
    reading: {
      filename,
      mapping,
      sheet: fields.get('sheet') || undefined,
      generation: generation as ReadOptions['generation'],
      evalYear,
      encoding,
    },
  };
}

function readYear(text: string | undefined, faults: Fault[]): number | undefined {
  const read = text === undefined ? undefined : year(text.trim());
  if (!(read instanceof RuleFault)) return read;
  faults.push(...read.at('eval_year'));
  return undefined;
}

function readEncoding(text: string | undefined, faults: Fault[]): string | undefined {
  const name = text === undefined ? undefined : encodingNamed(text);
  if (text !== undefined && name === undefined)
    faults.push(...mustBe(`one of ${ENCODINGS.join(', ')}`, text).at('encoding'));
  return name;
}

function readMapping(text: string | undefined, faults: Fault[]): ReadOptions['mapping'] {
  if (text === undefined) return undefined;
  try {
    const mapping: unknown = JSON.parse(text);
    const isField = (value: unknown) => value === null || typeof value === 'string';
    if (isObject(mapping) && Object.values(mapping).every(isField)) return mapping as Record<string, string | null>;
  } catch {
    // Reported below.
  }
  faults.push({
    path: 'mapping',
    message: 'must be a JSON object: header → field name, or null to leave a column out',
  });
  return undefined;
}
