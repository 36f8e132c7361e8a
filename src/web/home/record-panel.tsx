import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { APIARIES, type ListedApiary } from '../apiaries/apiary-data.js';
import { allRows } from '../data/all-rows.js';
import { ask } from '../data/graphql.js';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import styles from './home.module.css';

const MAX_SHOWN = 6;

/** Counts the queens in the hives of an apiary, and their evaluations in a year. */
function seasonOf({ id, name, hives, seasons }: ListedApiary, year: number) {
  const queens = hives?.filter(({ queenId }) => queenId !== null).length ?? 0;
  const recorded = seasons?.find((season) => season.year === year)?.evaluations ?? 0;
  return { id, name, queens, recorded, missing: Math.max(0, queens - recorded) };
}

/**
 * Lists apiaries with colonies that have no evaluation in the present season. The apiary with the most such colonies is
 * first.
 */
export function RecordPanel() {
  const { t } = useLingui();
  const year = new Date().getFullYear();
  const apiaries = useQuery({
    queryKey: ['apiaries', 'home'],
    queryFn: ({ signal }) => allRows(async (offset) => (await ask(APIARIES, { first: 100, offset }, signal)).apiaries),
  });
  const season = String(year);
  return (
    <Panel title={t`To be recorded in ${season}`}>
      <Loaded query={apiaries}>
        {(found) => {
          const seasons = found.map((apiary) => seasonOf(apiary, year)).filter(({ queens }) => queens > 0);
          const open = seasons.filter(({ missing }) => missing > 0).sort((one, other) => other.missing - one.missing);
          if (seasons.length === 0) {
            return (
              <Empty action={<ButtonLink to="/apiaries">{t`Apiaries`}</ButtonLink>}>
                <Trans>No hive has a queen yet.</Trans>
              </Empty>
            );
          }
          return (
            <>
              {open.length === 0 && (
                <p>
                  <Trans>All colonies have an evaluation.</Trans>
                </p>
              )}
              <ul className={styles.list}>
                {open.slice(0, MAX_SHOWN).map(({ id, name, queens, recorded }) => (
                  <li key={id}>
                    <Link to="/record/$apiaryId/$year" params={{ apiaryId: id, year: season }} translate="no">
                      {name}
                    </Link>
                    <span>
                      <Plural
                        value={queens}
                        one={`${recorded} of # queen is recorded.`}
                        other={`${recorded} of # queens are recorded.`}
                      />
                    </span>
                  </li>
                ))}
              </ul>
              <HiddenCount count={open.length - MAX_SHOWN} />
              <Link to="/record">
                <Trans>Choose another apiary or year</Trans>
              </Link>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** States how many entries of a list are not shown. */
export const HiddenCount = ({ count }: { count: number }) =>
  count > 0 ? (
    <p className={styles.note}>
      <Plural value={count} one="# more" other="# more" />
    </p>
  ) : null;
