import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../ui/page.js';
import { apiaryOptions } from './apiary-options.js';
import { RecordedWord } from './state-of.js';
import { useUnsaved } from './unsaved.js';
import styles from './record-page.module.css';

/** Lists evaluations and inspections that are incomplete or were rejected, with links to continue. */
export function Started({ account }: { account: string }) {
  const { unsaved } = useUnsaved(account);
  const started = unsaved.filter(({ state }) => state !== 'waiting');
  const { data: apiaries } = useQuery({ ...apiaryOptions, enabled: started.length > 0 });
  if (started.length === 0) return null;
  const nameOf = (id: string) => apiaries?.find((apiary) => apiary.id === id)?.name;
  return (
    <Panel title={<Trans>Started on this device</Trans>}>
      <ul className={styles.started}>
        {started.map(({ colony, queen, hive, state, at }) => (
          <li key={at}>
            <Link
              to="/record/$apiaryId/$year"
              params={{ apiaryId: colony.apiaryId, year: String(colony.year) }}
              search={{ queen: queen.id }}
              translate="no"
            >
              {[nameOf(colony.apiaryId), colony.year, hive, queen.name].filter(Boolean).join(' · ')}
            </Link>
            <RecordedWord recorded={state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
