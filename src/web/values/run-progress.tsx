import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES } from '../i18n/terms.js';
import { Panel } from '../ui/page.js';
import type { Run } from './runs.js';
import styles from './run-progress.module.css';

/** The progress of a run, overall and by trait. The user can leave the page. */
export function RunProgress({ run: { status, progress, traitProgress } }: { run: Run }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const done = traitProgress.filter((trait) => trait.progress >= 1).length;
  const all = traitProgress.length;
  const isStoring = all > 0 && done === all;
  return (
    <Panel title={<Trans>Progress</Trans>}>
      <p role="status">
        {status === 'queued' ? (
          <Trans>This run is waiting for other runs.</Trans>
        ) : isStoring ? (
          <Trans>All traits are computed. The values are being saved.</Trans>
        ) : (
          <Trans>
            Computed: {done} of {all} traits.
          </Trans>
        )}{' '}
        <Trans>You can leave this page; the run continues.</Trans>
      </p>
      <Bar name={t`The whole run`} value={progress} shown={format.percent(progress)} />
      <div className={styles.traits}>
        {traitProgress.map(({ trait, progress: value }) => (
          <Bar key={trait} name={i18n._(TRAIT_NAMES[trait])} value={value} shown={format.percent(value)} />
        ))}
      </div>
    </Panel>
  );
}

function Bar({ name, value, shown }: { name: string; value: number; shown: string }) {
  return (
    <label className={styles.bar}>
      <span>{name}</span>
      <span aria-hidden="true">{shown}</span>
      <progress max={1} value={value} />
    </label>
  );
}
