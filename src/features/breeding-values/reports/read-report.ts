import { z } from 'zod';
import { Trait } from '../../evaluations/trait.enums.js';
import type { EbvRun } from '../ebv-run.entity.js';
import { ReliabilityMethod, WeakGroupReason, type EbvTraitReport, type EbvWarning } from './report.types.js';

/** The value, or null if it is invalid. */
const orNull = <Type extends z.ZodType>(type: Type) => type.nullable().catch(null);

const number = orNull(z.number());
const text = orNull(z.string());
const count = z.int32();

const estimation = z.object({
  iterations: count,
  logLikelihood: z.number(),
  converged: z.boolean().catch(false),
  atBoundary: z.boolean().catch(false),
  standardErrors: orNull(z.object({ worker: number, queen: number, covariance: number, residual: number })),
});

const prediction = z.object({
  seasons: count,
  hiddenTests: count,
  focalQueens: count,
  testedQueens: count,
  bias: number,
  biasInSd: number,
  biasInPoints: number,
  dispersion: number,
  consistency: number,
  predictiveAbility: number,
  points: z
    .array(orNull(z.tuple([z.number(), z.number()])))
    .catch([])
    .transform((points) => points.filter((point) => point !== null))
    .transform((points) => points.map(([expected, observed]) => ({ expected, observed }))),
});

const weakGroup = z.object({ year: count, apiaryId: text, records: count, reason: z.enum(WeakGroupReason) });

const traitReport = z.object({
  records: count.catch(0),
  groups: count.catch(0),
  weak: count.catch(0),
  weakGroups: z.array(orNull(weakGroup)).catch([]),
  parameters: orNull(z.object({ worker: z.number(), queen: z.number(), covariance: z.number(), residual: z.number() })),
  source: text,
  estimation: orNull(estimation),
  reliability: orNull(z.enum(ReliabilityMethod)),
  reliabilityError: orNull(z.object({ sample: count, mean: z.number(), largest: z.number() })),
  scale: orNull(z.object({ fromYear: count, toYear: count, queens: count, mean: z.number(), sd: z.number() })),
  prediction: orNull(prediction),
  refused: text,
  refusedCode: text,
  refusedParams: orNull(z.record(z.string(), z.unknown())),
});

/** A report from an edited export or from an earlier version can be invalid. Its invalid parts are ignored. */
const runReport = z.object({ traits: z.record(z.string(), orNull(traitReport)).catch({}) }).catch({ traits: {} });

function traitsOf({ report }: EbvRun) {
  const { traits } = runReport.parse(report);
  return Object.entries(Trait).flatMap(([word, trait]) => {
    const stored = traits[word];
    // `weak` counts all weak groups (groups with almost no information). The report does not list all of them.
    return stored ? [{ ...stored, trait, weak: Math.max(stored.weak, stored.weakGroups.length) }] : [];
  });
}

/** Returns the reports by trait; empty for imported and cancelled runs, and until the run has ended. */
export function traitReportsOf(run: EbvRun): EbvTraitReport[] {
  return traitsOf(run).map(({ weak, ...report }) => ({ ...report, weakGroups: weak }));
}

/** Returns the contemporary groups with almost no information, by trait. */
export function warningsOf(run: EbvRun): EbvWarning[] {
  return traitsOf(run).flatMap(({ trait, weakGroups }) =>
    weakGroups.filter((group) => group !== null).map((group) => ({ trait, ...group, message: messageFor(group) })),
  );
}

/** Returns the number of warnings that the report does not list. */
export function moreWarningsOf(run: EbvRun): number {
  const all = traitsOf(run).reduce((sum, { weak }) => sum + weak, 0);
  return Math.max(0, all - warningsOf(run).length);
}

function messageFor({ reason, year, records, apiaryId }: z.infer<typeof weakGroup>): string {
  const place = apiaryId === null ? 'without an apiary' : 'at this apiary';
  return reason === WeakGroupReason.SINGLE
    ? `In ${year}, only one colony was tested ${place}. It cannot be compared with others, so its result says almost nothing about its queen. Test at least one colony of another family at the same place.`
    : `In ${year}, the queens of all ${records} colonies tested ${place} have the same dam. They can only be compared with each other, so their results say almost nothing about the family. Test colonies of other families at the same place.`;
}
