import { restTrait } from '../../../core/traits.js';
import { RUN_DETAIL_FIELDS, runDetail, type RunRow } from '../ebv.rest.js';

export interface WarningRow {
  trait: string;
  year: number;
  apiaryId: string | null;
  /** Undefined if the caller may not read apiaries. */
  apiary?: { name: string } | null;
  records: number;
  reason: string;
  message: string;
}

export interface ReportedRun extends RunRow {
  traitProgress: { trait: string; progress: number }[];
  warnings: WarningRow[];
  moreWarnings: number;
}

export const REPORTED_RUN_FIELDS = `${RUN_DETAIL_FIELDS} traitProgress { trait progress } moreWarnings
  warnings { trait year apiaryId apiary { name } records reason message }`;

/** Body of a run with warnings about its data. */
export const reportedRun = (run: ReportedRun): Record<string, unknown> => ({
  ...runDetail(run),
  trait_progress: run.traitProgress.map(({ trait, progress }) => ({ trait: restTrait(trait), progress })),
  warnings: run.warnings.map(warningBody),
  more_warnings: run.moreWarnings,
});

function warningBody({ trait, year, apiaryId, apiary, records, reason, message }: WarningRow): Record<string, unknown> {
  return {
    trait: restTrait(trait),
    eval_year: year,
    apiary_id: apiaryId,
    apiary_name: apiary === undefined ? undefined : (apiary?.name ?? null),
    records,
    reason: reason.toLowerCase(),
    message,
  };
}
