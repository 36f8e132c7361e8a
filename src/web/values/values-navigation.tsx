import { useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { valuesSearch } from './values-search.js';
import styles from './values-navigation.module.css';

/** Links between ranking, trends and runs. The links to ranking and trends contain previewed weights. */
export function ValuesNavigation() {
  const { t } = useLingui();
  const search = valuesSearch(useSearch({ strict: false }));
  const current = { 'aria-current': 'page' } as const;
  return (
    <nav aria-label={t`Breeding values`} className={styles.nav}>
      <Link to="/values" search={search} activeOptions={{ exact: true, includeSearch: false }} activeProps={current}>
        {t`Ranking`}
      </Link>
      <Link to="/values/trends" search={search} activeOptions={{ includeSearch: false }} activeProps={current}>
        {t`Trends`}
      </Link>
      <Link to="/values/runs" activeOptions={{ includeSearch: false }} activeProps={current}>
        {t`Runs`}
      </Link>
    </nav>
  );
}
