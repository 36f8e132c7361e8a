import { Trans, useLingui } from '@lingui/react/macro';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { LifeStatus } from '../ui/life-status.js';
import { ListTable, type Column } from '../ui/list-table.js';
import { Panel } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { Empty, NotKnown } from '../ui/states.js';
import { OffspringStatistics } from './offspring-statistics.js';
import styles from './queen.module.css';

const DAUGHTERS = graphql(
  `
    query Daughters($id: ID!, $first: Int!, $offset: Int!) {
      queens(
        first: $first
        offset: $offset
        filter: { motherId: $id }
        sort: [{ field: DATE_OF_BIRTH, direction: DESC }, { field: NAME }]
      ) {
        totalCount
        nodes {
          ...NamedQueen
          dateOfBirth
          generation
          status
          matedTo {
            ...NamedQueen
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

type Daughter = ResultOf<typeof DAUGHTERS>['queens']['nodes'][number];

/** The queen's daughters: statistics, and a list with the youngest first. */
export function DaughtersPanel({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const pages = usePages<Daughter>({
    key: ['queen', id, 'daughters'],
    fetch: async (offset, signal) => {
      const { queens } = await ask(DAUGHTERS, { id, first: PAGE_SIZE, offset }, signal);
      return { total: queens.totalCount, rows: queens.nodes };
    },
  });
  const statusOf = ({ status }: Daughter) => (status === null ? <NotKnown /> : <LifeStatus status={status} />);
  const columns: Column<Daughter>[] = [
    { id: 'name', header: t`Name`, sticky: true, cell: (queen) => <QueenName queen={queen} /> },
    {
      id: 'born',
      header: t`Born`,
      cell: ({ dateOfBirth }) => (dateOfBirth === null ? <NotKnown /> : format.date(dateOfBirth)),
    },
    { id: 'generation', header: t`Generation`, cell: ({ generation }) => generation },
    { id: 'status', header: t`Status`, cell: statusOf },
    {
      id: 'mated',
      header: t`Mated to`,
      cell: ({ matedTo }) => (matedTo ? <QueenName queen={matedTo} number="none" /> : <NotKnown />),
    },
  ];
  return (
    <Panel title={t`Daughters`} id="daughters">
      {(pages.total ?? 0) > 0 && <OffspringStatistics id={id} name={name} />}
      <ListTable
        label={t`Daughters of ${name}`}
        columns={columns}
        pages={pages}
        dense
        phoneRow={(queen) => (
          <span className={styles.phoneRow}>
            <QueenName queen={queen} number="below" />
            {statusOf(queen)}
          </span>
        )}
        empty={
          <Empty
            action={
              <ButtonLink to="/queens/new" search={{ mother: id }}>
                <Trans>New daughter</Trans>
              </ButtonLink>
            }
          >
            {t`She has no recorded daughter yet.`}
          </Empty>
        }
      />
    </Panel>
  );
}
