import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { ButtonLink } from '../ui/button.js';
import { Count, ListTable, type Column } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { NotKnown } from '../ui/states.js';
import { RunStatus } from './run-status.js';
import { isOpen, POLL_INTERVAL_MS, RUNS, type ListedRun } from './runs.js';
import { METHOD_NAMES, SOURCE_NAMES } from './terms.js';
import { ValuesNavigation } from './values-navigation.js';
import { NoRunYet } from './values-states.js';
import styles from './runs-page.module.css';

/** The page with all runs, newest first. The page is refreshed every second while a run is waiting or running. */
export default function RunsPage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const pages = usePages<ListedRun>({
    key: ['runs'],
    fetch: async (offset, signal) => {
      const { ebvRuns } = await ask(RUNS, { first: PAGE_SIZE, offset }, signal);
      return { total: ebvRuns.totalCount, rows: ebvRuns.nodes };
    },
  });
  const isAnyOpen = pages.first?.rows.some(isOpen) ?? false;
  useEffect(() => {
    if (!isAnyOpen) return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['runs'] }), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [client, isAnyOpen]);
  return (
    <Page
      title={t`Runs of breeding values`}
      actions={<ButtonLink to="/values/runs/new" kind="primary">{t`New run`}</ButtonLink>}
    >
      <ValuesNavigation />
      {pages.total !== 0 && <Count total={pages.total}>{(total) => <Trans>Runs: {total}</Trans>}</Count>}
      <ListTable
        label={t`Runs`}
        columns={useColumns()}
        pages={pages}
        phoneRow={(run) => <PhoneRow run={run} />}
        empty={<NoRunYet />}
      />
    </Page>
  );
}

function useColumns(): Column<ListedRun>[] {
  const { t } = useLingui();
  return [
    { id: 'date', header: t`Run`, sticky: true, cell: (run) => <RunLink run={run} /> },
    { id: 'status', header: t`Status`, cell: (run) => <StatusWithProgress run={run} /> },
    { id: 'source', header: t`Values`, cell: (run) => <Source run={run} /> },
    { id: 'method', header: t`Method`, cell: (run) => <Method run={run} /> },
    { id: 'traits', header: t`Traits`, cell: (run) => <Traits run={run} /> },
  ];
}

function RunLink({ run: { id, createdAt } }: { run: ListedRun }) {
  const format = useFormat();
  return (
    <Link to="/values/runs/$id" params={{ id }}>
      {format.instant(createdAt)}
    </Link>
  );
}

function StatusWithProgress({ run: { status, progress } }: { run: ListedRun }) {
  const { t } = useLingui();
  return (
    <span className={styles.status}>
      <RunStatus status={status} />
      {status === 'running' && <progress aria-label={t`Progress`} max={1} value={progress} />}
    </span>
  );
}

function Source({ run: { source } }: { run: ListedRun }) {
  const { i18n } = useLingui();
  return i18n._(SOURCE_NAMES[source]);
}

function Method({ run: { method } }: { run: ListedRun }) {
  const { i18n } = useLingui();
  const name = METHOD_NAMES[method as keyof typeof METHOD_NAMES];
  return name ? i18n._(name) : <NotKnown />;
}

function Traits({ run: { traits } }: { run: ListedRun }) {
  const { i18n, t } = useLingui();
  const format = useFormat();
  if (traits.length === TRAITS.length) return t`all`;
  const names = format.list(
    TRAITS.filter((trait) => traits.includes(trait)).map((trait) => i18n._(TRAIT_NAMES[trait])),
  );
  return (
    <span className={styles.traits} title={names}>
      {names}
    </span>
  );
}

function PhoneRow({ run }: { run: ListedRun }) {
  return (
    <span className={styles.phone}>
      <RunLink run={run} />
      <span className={styles.second}>
        <StatusWithProgress run={run} />
        <Source run={run} />
      </span>
    </span>
  );
}
