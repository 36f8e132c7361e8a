import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { graphql, readFragment, type FragmentOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { METHOD_NAMES } from './terms.js';
import styles from './values.module.css';

export const RUN_FACTS = graphql(`
  fragment RunFacts on EbvRun {
    id
    source
    method
    baseYears
    computedAt
    traits
    traitReports {
      trait
      scale {
        fromYear
        toYear
      }
    }
  }
`);

/**
 * Invisible text in the place of the facts about a run while the run is loading. Otherwise, the controls below would
 * move, and a click could miss them.
 */
export function PendingRunFacts() {
  const [date, baseYears] = ['00.00.0000', 5];
  return (
    <p className={styles.facts} style={{ visibility: 'hidden' }}>
      <Trans>Values computed here on {date}.</Trans>{' '}
      <Trans>
        100 is the mean of the queens of the last {baseYears} birth years, and 10 points are one standard deviation.
      </Trans>
    </p>
  );
}

/** Facts about a run, which are shown with its values: date, method and base. */
export function RunFacts({ run }: { run: FragmentOf<typeof RUN_FACTS> }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { id, source, method, computedAt, baseYears, traitReports } = readFragment(RUN_FACTS, run);
  const date = (
    <Link to="/values/runs/$id" params={{ id }}>
      {computedAt !== null && format.instant(computedAt)}
    </Link>
  );
  if (source === 'import') {
    return (
      <p className={styles.facts}>
        <Trans>Values of {date}, imported from another system. That system defined the scale and the base years.</Trans>
      </p>
    );
  }
  const scales = traitReports.flatMap(({ scale }) => scale ?? []);
  const from = format.date(String(Math.min(...scales.map(({ fromYear }) => fromYear))));
  const to = format.date(String(Math.max(...scales.map(({ toYear }) => toYear))));
  const name = method && method in METHOD_NAMES ? i18n._(METHOD_NAMES[method as keyof typeof METHOD_NAMES]) : null;
  return (
    <p className={styles.facts}>
      {name ? (
        <Trans>
          Values computed here on {date}. Method: {name}.
        </Trans>
      ) : (
        <Trans>Values computed here on {date}.</Trans>
      )}{' '}
      {scales.length === 0 ? (
        <Trans>
          100 is the mean of the queens of the last {baseYears} birth years, and 10 points are one standard deviation.
        </Trans>
      ) : (
        <Trans>
          100 is the mean of the queens born from {from} to {to}, and 10 points are one standard deviation.
        </Trans>
      )}
    </p>
  );
}
