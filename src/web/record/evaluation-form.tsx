import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { Problem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { SelectField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Leaving } from '../ui/leaving.js';
import { QueenPicker, type PickedQueen } from '../ui/queen-picker.js';
import { useSending } from '../ui/sending.js';
import { entered } from '../ui/values.js';
import { apiaryOptions } from './apiary-options.js';
import { merge, rebase, textsOf, type Entries } from './entries.js';
import { EntryFields } from './entry-fields.js';
import { CREATE, evaluationNow, UPDATE, type Evaluation } from './evaluation-data.js';
import { EvaluationChoice } from './meanwhile.js';
import { EvaluationConflict } from './save-evaluation.js';
import { dayIn, isSameEntries, useDefaults } from './use-entry.js';
import { today } from './years.js';

interface EvaluationFormProps {
  /** The stored evaluation; null for a new evaluation. */
  stored: Evaluation | null;
  queen: PickedQueen | null;
}

export function EvaluationForm({ stored, queen }: EvaluationFormProps) {
  const { t } = useLingui();
  const { history } = useRouter();
  const navigate = useNavigate();
  const { stillHere, sending, done, settle: nothingToLose, send } = useSending();
  const defaults = useDefaults(new Date().getFullYear());
  const { data: apiaries = [] } = useQuery(apiaryOptions);
  const [base, setBase] = useState(stored);
  const [initial] = useState({
    entries: stored ? textsOf(stored) : defaults,
    apiary: stored?.apiaryId ?? '',
    year: String(stored?.year ?? today().slice(0, 4)),
  });
  const [entries, setEntries] = useState<Entries>(initial.entries);
  const [apiary, setApiary] = useState(initial.apiary);
  const [year, setYear] = useState(initial.year);
  const [picked, pick] = useState<PickedQueen | null>(null);
  const [round, setRound] = useState(0);
  const [changed, setChanged] = useState<EvaluationConflict | null>(null);

  async function write(values: FormData): Promise<boolean> {
    if (base) {
      const theirs = await evaluationNow(base.id);
      const { input, conflicts } = merge(entries, base, theirs);
      if (!theirs || conflicts.length > 0) {
        const found = new EvaluationConflict(theirs, conflicts);
        setChanged(found);
        throw found;
      }
      const place = {
        ...(apiary !== initial.apiary && { apiaryId: apiary || null }),
        ...(year !== initial.year && { year: number(year) }),
      };
      await ask(UPDATE, { id: base.id, input: { ...input, ...place } });
    } else {
      const queenId = queen?.id ?? entered(values, 'queenId');
      const { input } = merge(entries, null, null);
      await ask(CREATE, { input: { ...input, apiaryId: apiary || null, year: number(year), queenId } });
    }
    announce(t`The evaluation is saved.`);
    return true;
  }

  async function save(values: FormData): Promise<void> {
    await send(() => write(values));
    await refresh();
    if (stillHere()) leave();
  }

  /** Returns to the previous page. If there is none, as in a new tab, opens the list. */
  function leave(): void {
    if (history.canGoBack()) history.back();
    else void navigate({ to: '/evaluations', replace: true });
  }

  const unsaved = (): boolean =>
    !done() &&
    (picked !== null || apiary !== initial.apiary || year !== initial.year || !isSameEntries(entries, initial.entries));

  function changeYear(next: string): void {
    // The prefilled date belongs to the year that was chosen before, so it is replaced by the date for the new year.
    if (!stored && entries.evaluatedOn === dayIn(year)) setEntries({ ...entries, evaluatedOn: dayIn(next) });
    setYear(next);
  }

  function settle({ theirs, fields }: EvaluationConflict, whose: 'mine' | 'theirs'): void {
    setRound(round + 1);
    setBase(theirs);
    if (!theirs && whose === 'theirs') {
      nothingToLose();
      return leave();
    }
    if (theirs) setEntries(rebase(entries, base, theirs, whose === 'theirs' ? fields : []));
  }

  return (
    <Form
      key={round}
      submit={<Trans>Save</Trans>}
      beside={
        <Button onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
      }
      onSubmit={save}
      explain={(problem: Problem) =>
        problem.code === 'changed' && changed ? (
          <EvaluationChoice
            {...changed}
            theirs={changed.theirs}
            fields={changed.fields}
            entries={entries}
            onKeep={() => settle(changed, 'mine')}
            onTake={() => settle(changed, 'theirs')}
          />
        ) : undefined
      }
    >
      {!queen && <QueenPicker name="queenId" label={t`Queen`} onPick={pick} />}
      <SelectField
        name="apiaryId"
        label={t`Apiary`}
        hint={t`Only colonies of one apiary in one season are compared.`}
        value={apiary}
        options={[{ value: '', label: t`not known` }, ...apiaries.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={setApiary}
      />
      <TextField
        name="year"
        label={t`Year`}
        inputMode="numeric"
        autoComplete="off"
        value={year}
        onChange={(event) => changeYear(event.target.value)}
      />
      <EntryFields entries={entries} onChange={(field, value) => setEntries({ ...entries, [field]: value })} />
      <Leaving unsaved={unsaved} sending={sending} />
    </Form>
  );
}

/** Converts the text to a number. An invalid number is sent as text, so that the server reports it. */
function number(text: string): number | null {
  if (text.trim() === '') return null;
  return Number.isFinite(Number(text)) ? Number(text) : (text as unknown as number);
}
