import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { Button } from '../ui/button.js';
import { RadioField, TextField } from '../ui/fields.js';
import { Panel } from '../ui/page.js';
import { HIGH, isHigh } from './inbreeding-level.js';
import { writeIds, type MatingSearch } from './mating-search.js';
import { QueensField } from './queens-field.js';
import { BEST_COUNT, type PlanState } from './use-plan.js';
import styles from './question.module.css';

interface QuestionProps {
  search: MatingSearch;
  state: PlanState;
  onChange: (changed: Partial<MatingSearch>) => void;
}

/** The form for the input of the plan. Each change applies at once. */
export function Question({ search, state, onChange }: QuestionProps) {
  const { t } = useLingui();
  const { parents, isLoaded, queenIds, mateIds } = state;
  const chosen = search.candidates === 'chosen';
  return (
    <Panel>
      <form className={styles.question} aria-label={t`What is planned`} onSubmit={(event) => event.preventDefault()}>
        <section>
          <h2>
            <Trans>Queens to be mated</Trans>
          </h2>
          <QueensField
            name="queen"
            label={t`Queen`}
            ids={queenIds}
            {...{ parents, isLoaded }}
            onChange={(ids) => onChange({ queen: writeIds(ids) })}
          />
        </section>
        <section>
          <h2>
            <Trans>Drone mothers</Trans>
          </h2>
          <RadioField
            name="candidates"
            label={t`Candidates`}
            hint={
              chosen
                ? undefined
                : t`The dam and the daughters of a queen are not offered as her drone mothers. If you set a limit of inbreeding, drone mothers above the limit are listed separately and are not counted among the best.`
            }
            value={chosen ? 'chosen' : 'best'}
            options={[
              { value: 'best', label: t`The ${BEST_COUNT} best living F0 queens by the index` },
              { value: 'chosen', label: t`Queens that I choose` },
            ]}
            onChange={(value) => onChange({ candidates: value === 'chosen' ? 'chosen' : undefined })}
          />
          {chosen && (
            <QueensField
              name="with"
              label={t`Drone mother`}
              ids={mateIds}
              {...{ parents, isLoaded }}
              onChange={(ids) => onChange({ with: writeIds(ids) })}
            />
          )}
          <RadioField
            name="drones"
            label={t`Drones from`}
            value={search.drones ?? 'daughters'}
            options={[
              { value: 'daughters', label: t`Daughters of the drone mother, as at a mating station` },
              { value: 'own', label: t`The drone mother herself` },
            ]}
            onChange={(value) => onChange({ drones: value === 'own' ? 'own' : undefined })}
          />
          <InbreedingLimit maxF={search.maxF} pairs={state.pairs} onChange={(maxF) => onChange({ maxF })} />
        </section>
      </form>
    </Panel>
  );
}

interface InbreedingLimitProps {
  maxF: number | undefined;
  pairs: PlanState['pairs'];
  onChange: (maxF: number | undefined) => void;
}

/** The field for the limit of inbreeding in percent, with comma or point. An incomplete number changes nothing. */
function InbreedingLimit({ maxF, pairs = [], onChange }: InbreedingLimitProps) {
  const { t } = useLingui();
  const format = useFormat();
  const field = useRef<HTMLDivElement>(null);
  const written = (given: number | undefined) => (given === undefined ? '' : String(given));
  // Shows the entered text as long as its number is the limit in the address. The limit can also change for other
  // reasons, for example when the user goes back.
  const [typed, setTyped] = useState({ text: written(maxF), maxF });
  const high = pairs.filter(({ inbreeding }) => isHigh(inbreeding)).length;
  const threshold = format.percent(HIGH, 1);
  return (
    <div ref={field} className={styles.ceiling}>
      <TextField
        name="maxF"
        label={t`Highest inbreeding (F) of the offspring, in %`}
        hint={t`Matings above this limit are listed separately, not hidden.`}
        optional
        inputMode="decimal"
        value={typed.maxF === maxF ? typed.text : written(maxF)}
        onChange={({ target: { value } }) => {
          const number = Number(value.replace(',', '.').replace('%', ''));
          const entered = value.trim() === '' ? undefined : number >= 0 && number <= 100 ? number : maxF;
          setTyped({ text: value, maxF: entered });
          if (entered !== maxF) onChange(entered);
        }}
      />
      {maxF === undefined && high > 0 && (
        <p>
          <Plural
            value={high}
            one={`# mating has an inbreeding of ${threshold} or more.`}
            other={`# matings have an inbreeding of ${threshold} or more.`}
          />
          <Button
            onClick={() => {
              onChange(HIGH * 100);
              // The button has the focus and disappears, so the input gets the focus.
              field.current?.querySelector('input')?.focus();
            }}
          >
            <Trans>Set the limit to {threshold}</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}
