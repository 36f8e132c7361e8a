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
import { counts, KEEP, sameWeights, shareDecimals, shareOf, type Weights } from './weights.js';
import type { TriedWeights } from './use-weights.js';
import styles from './weights-editor.module.css';

interface WeightsEditorProps {
  state: TriedWeights;
  /** Traits with values in the run; others have no effect. Before the run is loaded: all traits. */
  among?: readonly Trait[];
  /** Previews the weights. */
  onTry: (weights: Weights) => void;
  /** Restores the saved weights. */
  onReset: () => void;
}

/** Editor of the weights of the index: changes are previewed at once, and saved by a button. */
export function WeightsEditor({ state, among = TRAITS, onTry, onReset }: WeightsEditorProps) {
  const { t } = useLingui();
  const { weights, tried } = state;
  const here = useHere('pathname');
  const latest = useRef(weights);
  useEffect(() => {
    latest.current = weights;
  }, [weights]);
  if (!weights) return null;
  const keep = async (): Promise<void> => {
    const stillHere = here();
    await ask(KEEP, { weights });
    await refresh();
    // Changes made meanwhile remain a preview.
    if (stillHere() && latest.current && sameWeights(latest.current, weights)) onReset();
    announce(t`These weights are saved.`);
  };
  const reset = (
    <Button blocked={!tried} onClick={onReset}>
      {t`Back to the saved weights`}
    </Button>
  );
  return (
    <Form submit={t`Save these weights`} onSubmit={keep} beside={reset} staysEditable>
      <Sliders {...{ weights, among, onTry }} />
      <p className={styles.note} role="status">
        {!counts(weights) ? (
          <Trans>No trait has a weight yet: give at least one a weight other than 0.</Trans>
        ) : tried ? (
          <Trans>You are trying out these weights. They are not saved yet.</Trans>
        ) : state.keptAt === null ? (
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
          Only the proportions of the weights matter: twice the weight counts twice. 0 leaves a trait out, a negative
          weight selects against it.
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
 * The number in an entered weight, with comma or point. A numeric input would use the language of the browser, not of
 * the page, and read "1,5" as 15. Incomplete numbers are 0.
 */
const weightIn = (typed: string): number => (/^[-.,]*$/.test(typed.trim()) ? 0 : Number(typed.replace(',', '.')));

/** Range of the slider; larger values can be typed. */
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
  // Typed text is kept while it represents the weight: "-" on the way to "-2", "1." to "1.5".
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
          const meant = weightIn(target.value);
          // Other text is not accepted.
          if (!Number.isFinite(meant)) return;
          setTyped(target.value);
          onChange(meant);
        }}
      />
      {wrong && <div className={styles.wrong}>{notes}</div>}
    </div>
  );
}
