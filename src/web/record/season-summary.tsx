import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { seasonQuery } from './season-data.js';
import styles from './record-page.module.css';

/**
 * The number of queens at an apiary, and how many of them are recorded in a year. The page for recording uses the same
 * query, so its data are already loaded when the user opens that page.
 */
export function SeasonSummary({ apiaryId, year }: { apiaryId: string; year: number }) {
  const { data: season } = useQuery(seasonQuery(apiaryId, year));
  const queens = season?.hives.filter(({ queen }) => queen !== null).length;
  const recorded = season?.evaluations.length;
  return (
    <p className={styles.summary} role="status">
      {queens !== undefined && (
        <Trans>
          <Plural value={queens} one="# queen in its hives" other="# queens in its hives" />, {recorded} recorded in{' '}
          {String(year)}
        </Trans>
      )}
    </p>
  );
}
