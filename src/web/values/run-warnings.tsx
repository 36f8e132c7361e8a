import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { Panel } from '../ui/page.js';
import type { Run, Warning } from './runs.js';
import styles from './run-warnings.module.css';

/** A contemporary group, with all traits for which its tests contribute little. */
interface WeakGroup extends Warning {
  traits: Trait[];
}

function groupsOf(warnings: readonly Warning[]): WeakGroup[] {
  const groups = new Map<string, WeakGroup>();
  for (const warning of warnings) {
    const key = `${warning.apiaryId} ${warning.year} ${warning.reason} ${warning.records}`;
    const group = groups.get(key) ?? { ...warning, traits: [] };
    groups.set(key, { ...group, traits: [...group.traits, warning.trait] });
  }
  return [...groups.values()].sort((one, other) => other.year - one.year);
}

const MAX_SHOWN_GROUPS = 20;

/** Lists contemporary groups whose tests contribute little, and explains how to improve these groups. */
export function RunWarnings({ run: { warnings, moreWarnings } }: { run: Run }) {
  if (warnings.length === 0) {
    return (
      <Panel title={<Trans>Connectedness</Trans>}>
        <p>
          <Trans>
            In every apiary and season, colonies of several families were tested side by side, as they should be.
          </Trans>
        </p>
      </Panel>
    );
  }
  const groups = groupsOf(warnings);
  const rest = groups.slice(MAX_SHOWN_GROUPS);
  return (
    <Panel title={<Trans>Connectedness</Trans>}>
      <p className={styles.lead}>
        <Trans>
          Queens are compared through colonies tested side by side. The tests in these apiaries and seasons add almost
          nothing to the breeding values.
        </Trans>
      </p>
      <Groups groups={groups.slice(0, MAX_SHOWN_GROUPS)} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>
            <Plural value={rest.length} one="# more" other="# more" />
          </summary>
          <Groups groups={rest} />
        </details>
      )}
      {moreWarnings > 0 && (
        <p className={styles.lead}>
          <Plural
            value={moreWarnings}
            one="The run found # more warning of this kind, which is not listed."
            other="The run found # more warnings of this kind, which are not listed."
          />
        </p>
      )}
    </Panel>
  );
}

const Groups = ({ groups }: { groups: readonly WeakGroup[] }) => (
  <ul className={styles.groups}>
    {groups.map((group, index) => (
      <li key={index}>
        <Group group={group} />
      </li>
    ))}
  </ul>
);

function Group({ group }: { group: WeakGroup }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const year = format.date(String(group.year));
  const traits = format.list(group.traits.map((trait) => i18n._(TRAIT_NAMES[trait])));
  return (
    <>
      <span className={styles.where}>
        <Place group={group} /> {year}
      </span>
      <span>
        {group.reason === 'SINGLE' ? (
          <Trans>
            Only one colony was tested, so it cannot be compared. Test colonies of another family at the same place.
          </Trans>
        ) : (
          <Plural
            value={group.records}
            one="Only # colony was tested, so it cannot be compared with other colonies."
            other="All # colonies that were tested have queens of one dam: they can only be compared with each other. Test colonies of other families at the same place."
          />
        )}
      </span>
      <span className={styles.traits}>{traits}</span>
    </>
  );
}

function Place({ group: { apiary, apiaryId } }: { group: WeakGroup }) {
  if (apiary) {
    return (
      <Link to="/apiaries/$id" params={{ id: apiary.id }} translate="no">
        {apiary.name}
      </Link>
    );
  }
  return apiaryId === null ? <Trans>Without an apiary</Trans> : <Trans>An apiary that has been deleted</Trans>;
}
