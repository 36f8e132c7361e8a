import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { shareDecimals, shareOf, type Weights } from './weights.js';
import { WeightsEditor } from './weights-editor.js';
import type { IndexWeights } from './use-weights.js';
import styles from './index-panel.module.css';

interface IndexPanelProps {
  state: IndexWeights;
  among: readonly Trait[];
  onTry: (weights: Weights) => void;
}

/** A summary of the index on one line. A click on the summary opens the weights. */
export function IndexPanel({ state, among, onTry }: IndexPanelProps) {
  const { weights, saved } = state;
  return (
    <details className={styles.panel}>
      <summary>
        <span className={styles.title}>
          {state.isPreview ? <Trans>Index by trial weights</Trans> : <Trans>Index by your weights</Trans>}
        </span>
        {weights && <Shares weights={weights} among={among} />}
      </summary>
      {weights && <WeightsEditor state={state} among={among} onTry={onTry} onReset={() => saved && onTry(saved)} />}
    </details>
  );
}

function Shares({ weights, among }: { weights: Weights; among: readonly Trait[] }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  const counting = TRAITS.filter((trait) => among.includes(trait) && weights[trait] !== 0);
  const [first] = counting;
  if (first && counting.length > 2 && counting.every((trait) => weights[trait] === weights[first])) {
    const percent = format.percent(shareOf(first, weights, among), shareDecimals(weights, among));
    const traits = counting.length;
    return (
      <span className={styles.shares}>
        {weights[first] < 0
          ? t`${traits} traits with negative weights, ${percent} each`
          : t`${traits} traits, ${percent} each`}
      </span>
    );
  }
  return (
    <span className={styles.shares}>
      {counting.map((trait) => {
        const name = i18n._(TRAIT_NAMES[trait]);
        const percent = format.percent(shareOf(trait, weights, among), shareDecimals(weights, among));
        return (
          <span key={trait}>{weights[trait] < 0 ? t`${name} ${percent} (negative weight)` : `${name} ${percent}`}</span>
        );
      })}
    </span>
  );
}
