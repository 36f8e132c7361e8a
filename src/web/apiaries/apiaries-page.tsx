import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Count, ListTable, type Column } from '../ui/list-table.js';
import { Page, Panel } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { apiaryList, inHiveOrder, UNPLACED, type HiveRow, type ListedApiary } from './apiary-data.js';
import { ApiaryDialog } from './apiary-dialog.js';
import { HivesTable } from './hives-table.js';
import { Connectedness } from './seasons-panel.js';
import styles from './apiaries.module.css';

export default function ApiariesPage() {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const [adding, add] = useState(false);
  const pages = usePages(apiaryList);
  const columns: Column<ListedApiary>[] = [
    { id: 'name', header: t`Apiary`, sticky: true, cell: (apiary) => <ApiaryLink apiary={apiary} /> },
    {
      id: 'place',
      header: t`Country and postal code`,
      cell: ({ countryCode, postalCode }) => (
        <span translate="no">{[countryCode, postalCode].filter(Boolean).join(' ')}</span>
      ),
    },
    { id: 'hives', header: t`Hives`, align: 'end', cell: ({ hives }) => format.number(hives.length) },
    {
      id: 'colonies',
      header: t`With a queen`,
      align: 'end',
      cell: ({ hives }) => format.number(withQueen(hives)),
    },
    { id: 'season', header: t`Last season`, cell: ({ seasons }) => seasons?.[0]?.year },
    {
      id: 'tested',
      header: t`Colonies tested`,
      align: 'end',
      cell: ({ seasons }) => seasons?.[0] && format.number(seasons[0].evaluations),
    },
    {
      id: 'connectedness',
      header: t`Connectedness`,
      cell: ({ seasons }) => seasons?.[0] && <Connectedness season={seasons[0]} warnings={[]} />,
    },
  ];
  return (
    <Page
      title={t`Apiaries`}
      actions={
        <Button kind="primary" icon={<Plus aria-hidden="true" />} onClick={() => add(true)}>
          {t`New apiary`}
        </Button>
      }
    >
      <div className={styles.count}>
        <Count total={pages.total}>{(total) => <Trans>Apiaries: {total}</Trans>}</Count>
      </div>
      <ListTable
        label={t`Apiaries`}
        columns={columns}
        pages={pages}
        phoneRow={(apiary) => (
          <span className={styles.phoneRow}>
            <ApiaryLink apiary={apiary} />
            <span>
              <Plural value={apiary.hives.length} one="# hive" other="# hives" />
              {', '}
              <Plural value={withQueen(apiary.hives)} one="# with a queen" other="# with a queen" />
            </span>
          </span>
        )}
        empty={
          <Empty
            action={
              <ButtonLink to="/imports/new">
                <Trans>Import a file</Trans>
              </ButtonLink>
            }
          >
            <Trans>
              No apiary yet. Colonies that are tested at one apiary in one season can be compared. If you import a file
              of evaluations, its apiaries are created.
            </Trans>
          </Empty>
        }
      />
      <Unplaced />
      {adding && (
        <ApiaryDialog
          onClose={() => add(false)}
          onCreated={(id) => void navigate({ to: '/apiaries/$id', params: { id } })}
        />
      )}
    </Page>
  );
}

const withQueen = (hives: ListedApiary['hives']): number => hives.filter(({ queenId }) => queenId !== null).length;

const ApiaryLink = ({ apiary: { id, name } }: { apiary: ListedApiary }) => (
  <Link to="/apiaries/$id" params={{ id }} translate="no">
    {name}
  </Link>
);

/** Lists the hives without an apiary, so that the user can move them to an apiary. */
function Unplaced() {
  const { t } = useLingui();
  const pages = usePages<HiveRow>({
    key: ['unplacedHives'],
    fetch: async (offset, signal) => {
      const { hives } = await ask(UNPLACED, { first: PAGE_SIZE, offset }, signal);
      return { total: hives.totalCount, rows: hives.nodes };
    },
  });
  const { total = 0, first } = pages;
  if (total === 0 || !first) return null;
  const rest = total - first.rows.length;
  return (
    <div className={styles.unplaced}>
      <Panel title={t`Hives at no apiary`}>
        <HivesTable label={t`Hives at no apiary`} hives={inHiveOrder(first.rows)} />
        {rest > 0 && (
          <p>
            <Plural value={rest} one="# more" other="# more" />
          </p>
        )}
      </Panel>
    </div>
  );
}
