import { Trans, useLingui } from '@lingui/react/macro';
import { RadioField, SelectField, TextField } from '../ui/fields.js';
import type { ImportDetail } from './import-data.js';
import type { Choice } from './use-import.js';

/** As the service knows them (`features/imports/reading/encoding.checks.ts`). */
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
] as const;

const ofTwoQueens = ({ code, params }: ImportDetail['errors'][number]): boolean =>
  code === 'contradicts_account' ||
  (code === 'contradicts_row' && typeof (params as { identifier?: unknown }).identifier === 'string');

/** What the file leaves open, and the breeder can answer without changing it. An answer stays in sight once it is given. */
export function Questions({
  choice,
  outcome,
  choose,
  tryNow,
}: {
  choice: Choice;
  outcome: ImportDetail;
  choose: (part: Partial<Choice>) => void;
  tryNow: () => void;
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
          hint={t`Choose another one if letters with accents are wrong.`}
          options={ENCODINGS.map(([value, label]) => ({ value, label }))}
          value={choice.encoding ?? encoding}
          onChange={(chosen) => {
            choose({ encoding: chosen });
            tryNow();
          }}
        />
      )}
      {(lacksYear || choice.evalYear !== undefined) && (
        <TextField
          name="eval_year"
          label={t`Year of the tests`}
          hint={t`The file does not give the year. This year applies to rows without one; or choose a column for the year below.`}
          inputMode="numeric"
          maxLength={4}
          value={choice.evalYear ?? ''}
          onChange={(event) => choose({ evalYear: event.target.value })}
        />
      )}
      {(errors.some(ofTwoQueens) || choice.decisions !== undefined) && (
        <RadioField
          name="decisions"
          label={t`Identifiers that name two queens`}
          hint={<Trans>Some breeders restart their numbers each year. See the errors above.</Trans>}
          options={[
            { value: 'another', label: t`They are different queens: keep them separate` },
            { value: 'same', label: t`They are the same queen: the last row counts` },
          ]}
          value={choice.decisions ?? ''}
          onChange={(decisions) => choose({ decisions: decisions as 'same' | 'another' })}
        />
      )}
    </>
  );
}
