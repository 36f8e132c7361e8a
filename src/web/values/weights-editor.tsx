import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { classes } from '../ui/class-names.js';
import { useNotes } from '../ui/fields.js';
import { Form, useField } from '../ui/form.js';
import { useHere } from '../ui/sending.js';
import { counts, SAVE, sameWeights, shareDecimals, shareOf, type Weights } from './weights.js';
import type { IndexWeights } from './use-weights.js';
import styles from './weights-editor.module.css';

interface WeightsEditorProps {
  state: IndexWeights;
  /** The traits with values in the run; other traits have no effect. Before the run is loaded, all traits. */
  among?: readonly Trait[];
  onTry: (weights: Weights) => void;
  onReset: () => void;
}

/** The editor for the weights of the index. Changes are previewed at once. A button saves the weights. */
export function WeightsEditor({ state, among = TRAITS, onTry, onReset }: WeightsEditorProps) {
  const { t } = useLingui();
  const { weights, isPreview } = state;
  const here = useHere('pathname');
  const latest = useRef(weights);
  useEffect(() => {
    latest.current = weights;
  }, [weights]);
  if (!weights) return null;
  const save = async (): Promise<void> => {
    const stillHere = here();
    await ask(SAVE, { weights });
    await refresh();
    // If the user has changed the weights while they were being saved, the changes remain a preview.
    if (stillHere() && latest.current && sameWeights(latest.current, weights)) onReset();
    announce(t`These weights are saved.`);
  };
  const reset = (
    <Button blocked={!isPreview} onClick={onReset}>
      {t`Back to the saved weights`}
    </Button>
  );
  return (
    <Form submit={t`Save these weights`} onSubmit={save} beside={reset} staysEditable>
      <Sliders {...{ weights, among, onTry }} />
      <p className={styles.note} role="status">
        {!counts(weights) ? (
          <Trans>All weights are 0: give at least one trait another weight.</Trans>
        ) : isPreview ? (
          <Trans>You are trying out these weights. They are not saved yet.</Trans>
        ) : state.savedAt === null ? (
          <Trans>You have not saved any weights yet: every trait counts the same.</Trans>
        ) : (
          <Trans>These are your saved weights.</Trans>
        )}
      </p>
    </Form>
  );
}

interface SlidersProps {
  weights: Weights;
  among: readonly Trait[];
  onTry: (weights: Weights) => void;
}

function Sliders({ weights, among, onTry }: SlidersProps) {
  const { t } = useLingui();
  const { error } = useField('weights', t`Weights`);
  return (
    <fieldset className={styles.fieldset}>
      <legend>
        <Trans>Weight of each trait</Trans>
      </legend>
      <p className={styles.hint}>
        <Trans>
          Only the proportions of the weights matter: a trait with twice the weight counts twice as much. The weight 0
          leaves a trait out. A negative weight selects against a trait.
        </Trans>
      </p>
      {error && <p className={styles.error}>{error}</p>}
      <div className={styles.traits}>
        {TRAITS.map((trait) => (
          <TraitWeight
            key={trait}
            trait={trait}
            weight={weights[trait]}
            share={shareOf(trait, weights, among)}
            decimals={shareDecimals(weights, among)}
            hasValues={among.includes(trait)}
            onChange={(weight) => onTry({ ...weights, [trait]: weight })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Reads an entered weight, with comma or point. Incomplete numbers are 0. A numeric input would use the language of the
 * browser instead of the page, and read "1,5" as 15.
 */
const weightIn = (typed: string): number => (/^[-.,]*$/.test(typed.trim()) ? 0 : Number(typed.replace(',', '.')));

/** The slider reaches from -5 to 5. Users can type larger weights. */
const SLIDER = 5;

interface TraitWeightProps {
  trait: Trait;
  weight: number;
  share: number;
  /** Number of decimals of the share in percent. */
  decimals: 0 | 1;
  hasValues: boolean;
  onChange: (weight: number) => void;
}

function TraitWeight({ trait, weight, share, decimals, hasValues, onChange }: TraitWeightProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const name = i18n._(TRAIT_NAMES[trait]);
  const { id, describedBy, wrong, notes } = useNotes(`weights.${trait}`, name);
  // Shows the typed text as long as it represents the weight, so that the user can type "-2" or "1.5".
  const [typed, setTyped] = useState('');
  const shown = weightIn(typed) === weight ? typed : String(weight);
  const reach = Math.max(SLIDER, Math.ceil(Math.abs(weight)));
  const percent = format.percent(share, decimals);
  return (
    <div className={styles.trait}>
      <label htmlFor={id}>{name}</label>
      <span className={styles.share} id={`${id}-share`}>
        {!hasValues ? <Trans>no values</Trans> : share === 0 ? <Trans>left out</Trans> : percent}
      </span>
      <input
        type="range"
        min={-reach}
        max={reach}
        step="0.5"
        value={weight}
        aria-label={t`Weight of ${name}, as a slider`}
        data-sign={weight < 0 ? 'negative' : undefined}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        id={id}
        value={shown}
        aria-describedby={classes(`${id}-share`, describedBy)}
        aria-invalid={wrong}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          const entered = weightIn(target.value);
          // Ignores text that is not a number.
          if (!Number.isFinite(entered)) return;
          setTyped(target.value);
          onChange(entered);
        }}
      />
      {wrong && <div className={styles.wrong}>{notes}</div>}
    </div>
  );
}
