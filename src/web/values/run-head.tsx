import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { Panel } from '../ui/page.js';
import { NotKnown } from '../ui/states.js';
import { RunStatus } from './run-status.js';
import type { Run } from './runs.js';
import { DRONE_GROUP_NAMES, METHOD_NAMES, SOURCE_NAMES } from './terms.js';
import styles from './run-head.module.css';

export function RunHead({ run }: { run: Run }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { source, status, computedAt, baseYears, droneGroups, fingerprint } = run;
  const method = METHOD_NAMES[run.method as keyof typeof METHOD_NAMES];
  const traits = TRAITS.filter((trait) => run.traits.includes(trait)).map((trait) => i18n._(TRAIT_NAMES[trait]));
  return (
    <Panel>
      <dl className={styles.facts}>
        <Fact name={t`Status`}>
          <RunStatus status={status} />
        </Fact>
        {computedAt && <Fact name={t`Completed`}>{format.instant(computedAt)}</Fact>}
        <Fact name={t`Values`}>{i18n._(SOURCE_NAMES[source])}</Fact>
        <Fact name={t`Method`}>{method ? i18n._(method) : <NotKnown />}</Fact>
        <Fact name={t`Base years`}>{baseYears === null ? <NotKnown /> : <BaseYears years={baseYears} />}</Fact>
        {droneGroups && run.method === 'honey_bee' && (
          <Fact name={t`Matings that share drone-producing queens`}>{i18n._(DRONE_GROUP_NAMES[droneGroups])}</Fact>
        )}
        {fingerprint && (
          <Fact name={t`Fingerprint of the data`}>
            <code>{fingerprint.slice(0, 16)}</code>
          </Fact>
        )}
        <Fact name={t`Traits`} wide>
          {format.list(traits)}
        </Fact>
      </dl>
      {source === 'import' && (
        <p className={styles.note}>
          <Trans>
            These values came with an import. Undo the import to remove them: see <Link to="/imports">the imports</Link>
            .
          </Trans>
        </p>
      )}
    </Panel>
  );
}

function BaseYears({ years }: { years: number }) {
  const format = useFormat();
  const count = format.number(years);
  return <Trans>the last {count} birth years</Trans>;
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? styles.wide : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
