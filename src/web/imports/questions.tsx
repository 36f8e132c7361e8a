import { Trans, useLingui } from '@lingui/react/macro';
import { RadioField, SelectField, TextField } from '../ui/fields.js';
import type { ImportDetail } from './import-data.js';
import type { Choice } from './choice.js';

/** The encodings in `features/imports/reading/encoding.checks.ts`. */
const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252'],
  ['windows-1250', 'Windows-1250'],
  ['windows-1251', 'Windows-1251'],
  ['windows-1253', 'Windows-1253'],
  ['windows-1254', 'Windows-1254'],
  ['windows-1257', 'Windows-1257'],
  ['iso-8859-2', 'ISO 8859-2'],
  ['iso-8859-15', 'ISO 8859-15'],
  ['macintosh', 'Mac OS Roman'],
  ['cp850', 'CP850'],
  ['cp852', 'CP852'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
] as const;

/** Maximum number of identifiers that have a separate field. The decision for all identifiers applies to the rest. */
const MAX_IDENTIFIERS = 50;

const ofTwoQueens = ({ code, params }: ImportDetail['errors'][number]): boolean =>
  code === 'contradicts_account' ||
  (code === 'contradicts_row' && typeof (params as { identifier?: unknown }).identifier === 'string');

/** Returns the identifiers that name two queens, including those about which the user has already decided. */
function identifiersOf({ errors }: ImportDetail, { decisions = {} }: Choice): string[] {
  const open = errors.filter(ofTwoQueens).map(({ params }) => (params as { identifier: string }).identifier);
  const decided = Object.keys(decisions).filter((identifier) => identifier !== '*');
  return [...new Set([...decided, ...open])].slice(0, MAX_IDENTIFIERS);
}

/** Questions about the file that the user can answer without changing the file. Answered questions remain visible. */
export function Questions({
  choice,
  outcome,
  choose,
  submitForm,
}: {
  choice: Choice;
  outcome: ImportDetail;
  choose: (part: Partial<Choice>) => void;
  submitForm: () => void;
}) {
  const { t } = useLingui();
  const { errors, encoding } = outcome;
  const lacksYear = errors.some(({ row, code }) => row === null && code === 'year_missing');
  return (
    <>
      {encoding !== null && (encoding !== 'utf-8' || choice.encoding !== undefined) && (
        <SelectField
          name="encoding"
          label={t`Encoding of the text`}
          hint={t`Choose another encoding if letters with accents are wrong.`}
          options={ENCODINGS.map(([value, label]) => ({ value, label }))}
          value={choice.encoding ?? encoding}
          onChange={(chosen) => {
            choose({ encoding: chosen });
            submitForm();
          }}
        />
      )}
      {(lacksYear || choice.evalYear !== undefined) && (
        <TextField
          name="eval_year"
          label={t`Year of the tests`}
          hint={t`The file does not state the year of the tests. Rows without a year get the year that you enter here. You can also choose a column for the year below.`}
          inputMode="numeric"
          maxLength={4}
          value={choice.evalYear ?? ''}
          onChange={(event) => choose({ evalYear: event.target.value })}
        />
      )}
      {(errors.some(ofTwoQueens) || choice.decisions !== undefined) && (
        <Decisions choice={choice} identifiers={identifiersOf(outcome, choice)} choose={choose} />
      )}
    </>
  );
}

/** The decision for all identifiers, and different decisions for single identifiers. */
function Decisions({
  choice: { decisions },
  identifiers,
  choose,
}: {
  choice: Choice;
  identifiers: readonly string[];
  choose: (part: Partial<Choice>) => void;
}) {
  const { t } = useLingui();
  const options = [
    { value: 'same', label: t`Same queen` },
    { value: 'another', label: t({ message: 'Another queen', context: 'decision about a number' }) },
  ];
  const answersForAll = [
    { value: 'same', label: t`For all: same queen` },
    { value: 'another', label: t`For all: another queen` },
  ];
  function decide(identifier: string, decision: string): void {
    const others = Object.entries(decisions ?? {}).filter(([each]) => each !== identifier);
    const all = decision === '' ? others : [...others, [identifier, decision as 'same' | 'another'] as const];
    choose({ decisions: all.length > 0 ? Object.fromEntries(all) : undefined });
  }
  return (
    <>
      <RadioField
        name="decisions"
        label={t`Identifiers that seem to belong to two queens`}
        hint={
          <Trans>
            Some breeders use the same numbers again each year. Read the errors above. If the rows with the same number
            describe one queen, the last row is used. If they describe two queens, the second queen gets a number of her
            own, such as 12/2022.
          </Trans>
        }
        options={answersForAll}
        value={decisions?.['*'] ?? ''}
        onChange={(answer) => decide('*', answer)}
      />
      {identifiers.length > 1 &&
        identifiers.map((identifier) => (
          <SelectField
            key={identifier}
            name={`decisions.${identifier}`}
            label={identifier}
            options={[{ value: '', label: t`As decided for all` }, ...options]}
            value={decisions?.[identifier] ?? ''}
            onChange={(answer) => decide(identifier, answer)}
          />
        ))}
    </>
  );
}
