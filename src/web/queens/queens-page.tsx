import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { ButtonLink } from '../ui/button.js';
import { Count, ListTable, type Column } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { NAMED_QUEEN, QueenName, type NamedQueen } from '../ui/queen-name.js';
import { Empty } from '../ui/states.js';

const QUEENS = graphql(
  `
    query Queens($first: Int!, $offset: Int!, $filter: QueenFilter) {
      queens(first: $first, offset: $offset, filter: $filter) {
        totalCount
        nodes {
          ...NamedQueen
          generation
          race
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

interface Row {
  queen: NamedQueen;
  generation: string;
  race: string | null;
}

export default function QueensPage() {
  const { t } = useLingui();
  const filter = useSearch({ from: '/signed-in/queens' });
  const pages = usePages<Row>(['queens', filter], async (offset, signal) => {
    const { queens } = await ask(QUEENS, { first: PAGE_SIZE, offset, filter }, signal);
    const rows = queens!.nodes.map((node) => ({ queen: node, generation: node.generation, race: node.race }));
    return { total: queens!.totalCount, rows };
  });
  const columns: Column<Row>[] = [
    { id: 'name', header: t`Name`, sticky: true, cell: ({ queen }) => <QueenName queen={queen} /> },
    { id: 'generation', header: t`Generation`, cell: ({ generation }) => generation },
    { id: 'race', header: t`Race`, cell: ({ race }) => race },
  ];
  return (
    <Page title={t`Queens`} actions={<ButtonLink to="/queens/new">{t`New queen`}</ButtonLink>}>
      <Count total={pages.total}>{(total) => <Trans>{total} queens</Trans>}</Count>
      <ListTable
        label={t`Queens`}
        columns={columns}
        pages={pages}
        phoneRow={({ queen }) => <QueenName queen={queen} number="below" />}
        empty={<Empty>{t`No queen yet.`}</Empty>}
      />
    </Page>
  );
}
