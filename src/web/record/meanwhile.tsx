import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { NotKnown } from '../ui/states.js';
import { entered, type Entries, type EntryField } from './entries.js';
import type { Evaluation } from './evaluation-data.js';
import { TwoVersions } from './two-versions.js';
import styles from './meanwhile.module.css';

interface EvaluationChoiceProps {
  entries: Entries;
  /** The stored evaluation; null if it was deleted. */
  theirs: Evaluation | null;
  fields: readonly EntryField[];
  onKeep: () => void;
  onTake: () => void;
}

/**
 * Shows both versions of an evaluation, after another user has recorded other values for the same colony. The user
 * chooses one version.
 */
export function EvaluationChoice({ entries, theirs, fields, onKeep, onTake }: EvaluationChoiceProps) {
  const { i18n } = useLingui();
  const format = useFormat();
  if (!theirs) {
    return (
      <div className={styles.meanwhile}>
        <p>
          <Trans>Her evaluation was deleted in the meantime.</Trans>
        </p>
        <div className={styles.choices}>
          <Button onClick={onKeep}>
            <Trans>Record my values again</Trans>
          </Button>
          <Button onClick={onTake}>
            <Trans>Leave it deleted</Trans>
          </Button>
        </div>
      </div>
    );
  }
  const shown = (value: unknown) =>
    value === null ? <NotKnown /> : typeof value === 'number' ? format.number(value, value % 1 ? 1 : 0) : String(value);
  const [when, who] = [format.instant(theirs.updatedAt), theirs.evaluator];
  const rows = fields.map((field) => ({
    name: field in TRAIT_NAMES ? i18n._(TRAIT_NAMES[field as Trait]) : field,
    recorded: shown(theirs[field]),
    yours: shown(entered(entries, field)),
  }));
  return (
    <TwoVersions subject={<Trans>Trait</Trans>} {...{ rows, onKeep, onTake }}>
      {who === null ? (
        <Trans>Other values were recorded for her in the meantime, on {when}.</Trans>
      ) : (
        <Trans>
          Other values were recorded for her in the meantime, on {when}, by <span translate="no">{who}</span>.
        </Trans>
      )}
    </TwoVersions>
  );
}
