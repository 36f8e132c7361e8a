import type { ImportDetail } from './import-data.js';
import type { Choices, Decisions } from './review-data.js';
import type { UploadOptions } from './upload.js';

/** The file to import, and its options. */
export interface Choice extends Omit<UploadOptions, 'dryRun' | 'mapping'> {
  /** Null if the file was uploaded before the page was opened. */
  file: File | null;
  mapping: Readonly<Record<string, string | null>>;
}

export interface Check {
  /** The options of the check. If the user changes these options, the file must be checked again. */
  choice: Choice;
  outcome: ImportDetail;
}

export const NOTHING: Choice = { file: null, mapping: {} };

/** The options of a file before the user changes one of them. */
export const AS_RECOGNIZED = {
  mapping: {},
  sheet: undefined,
  generation: undefined,
  evalYear: undefined,
  encoding: undefined,
  decisions: undefined,
};

/** Returns the choices with which the server has read a file. */
export function choiceOf({ choices }: ImportDetail): Choice {
  const { mapping, sheet, generation, eval_year, encoding, identifiers } = (choices ?? {}) as Partial<Choices>;
  return {
    file: null,
    mapping: mapping ?? {},
    sheet: sheet ?? undefined,
    generation: generation ?? undefined,
    evalYear: eval_year == null ? undefined : String(eval_year),
    encoding: encoding ?? undefined,
    decisions: identifiers && Object.keys(identifiers).length > 0 ? (identifiers as Choice['decisions']) : undefined,
  };
}

/**
 * Returns the differences between the choices of the last check and the present choices, as `Decisions` for the server.
 */
export function changesOf({ outcome }: Check, choice: Choice): Decisions {
  const before = (outcome.choices ?? {}) as Partial<Choices>;
  const { mapping, sheet = null, generation = null, evalYear, encoding = null, decisions = {} } = choice;
  const year = evalYear ? Number(evalYear) || evalYear : null;
  const dropped = Object.keys(before.identifiers ?? {}).filter((identifier) => !(identifier in decisions));
  const now: Choices = {
    ...{ mapping, sheet, generation, encoding, eval_year: year },
    identifiers: { ...decisions, ...Object.fromEntries(dropped.map((identifier) => [identifier, null])) },
  };
  const members = Object.entries(now).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member as keyof Choices]),
  );
  return Object.fromEntries(members);
}
