import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { Count, ListTable, type Column } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { COUNTS, type Counts } from './import-data.js';
import styles from './imports-page.module.css';
import { PlaceholdersNote } from './placeholders-note.js';
import { SharedIdentifiersNote } from './shared-identifiers-note.js';
import { formatName, KINDS, statusName } from './words.js';

const IMPORTS = graphql(
  `
    query Imports($first: Int!, $offset: Int!, $dryRun: Boolean!) {
      imports(first: $first, offset: $offset, filter: { dryRun: $dryRun }) {
        totalCount
        nodes {
          id
          filename
          format
          status
          dryRun
          rows
          createdAt
          undoneAt
          created {
            ...ImportCounts
          }
          updated {
            ...ImportCounts
          }
        }
      }
    }
  `,
  [COUNTS],
);
type Row = ResultOf<typeof IMPORTS>['imports']['nodes'][number];

const sum = (counts: Counts): number => KINDS.reduce((all, kind) => all + counts[kind], 0);

export default function ImportsPage() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { tried } = useSearch({ from: '/signed-in/imports' });
  const dryRun = tried === true;
  const pages = usePages<Row>({
    key: ['imports', { dryRun }],
    fetch: async (offset, signal) => {
      const { imports } = await ask(IMPORTS, { first: PAGE_SIZE, offset, dryRun }, signal);
      return { total: imports.totalCount, rows: imports.nodes };
    },
  });
  const name = ({ id, filename }: Row) => (
    <Link to="/imports/$id" params={{ id }} translate="no" className={styles.name}>
      {filename}
    </Link>
  );
  const kind = (row: Row) => {
    const words = formatName(row.format);
    return words && i18n._(words);
  };
  const columns: Column<Row>[] = [
    { id: 'file', header: t`File`, sticky: true, cell: name },
    { id: 'status', header: t`Status`, cell: (row) => i18n._(statusName(row)) },
    { id: 'when', header: t`Uploaded`, cell: ({ createdAt }) => format.instant(createdAt) },
    { id: 'format', header: t`Format`, cell: kind },
    { id: 'rows', header: t`Rows`, align: 'end', cell: ({ rows }) => format.number(rows) },
    { id: 'created', header: t`New`, align: 'end', cell: ({ created }) => format.number(sum(created)) },
    { id: 'updated', header: t`Changed`, align: 'end', cell: ({ updated }) => format.number(sum(updated)) },
  ];
  return (
    <Page
      title={t`Imports`}
      actions={
        <ButtonLink
          to="/imports/new"
          kind="primary"
          icon={<FileUp aria-hidden="true" />}
        >{t`Import a file`}</ButtonLink>
      }
    >
      <PlaceholdersNote />
      <SharedIdentifiersNote />
      <nav aria-label={t`Which imports`} className={styles.which}>
        <Link to="/imports" activeOptions={{ exact: true, includeSearch: true }}>
          <Trans>Imported</Trans>
        </Link>
        <Link to="/imports" search={{ tried: true }} activeOptions={{ exact: true }}>
          <Trans>Only checked</Trans>
        </Link>
      </nav>
      <Count total={pages.total}>
        {(shown) => <Plural value={pages.total ?? 0} one="One import" other={`${shown} imports`} />}
      </Count>
      <ListTable
        label={t`Imports`}
        columns={columns}
        pages={pages}
        phoneRow={(row) => (
          <div className={styles.phone}>
            {name(row)}
            <span>
              {i18n._(statusName(row))}, {format.instant(row.createdAt)}
            </span>
          </div>
        )}
        empty={
          dryRun ? (
            <Empty>
              <Trans>No file has been checked yet. Queenbook checks every file before it imports it.</Trans>
            </Empty>
          ) : (
            <Empty action={<ButtonLink to="/start">{t`How to start`}</ButtonLink>}>
              <Trans>No file has been imported yet.</Trans>
            </Empty>
          )
        }
      />
    </Page>
  );
}
