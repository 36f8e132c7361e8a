import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Button, ButtonLink } from '../ui/button.js';
import { ListTable } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { useQueenColumns } from './queen-columns.js';
import { hasValues, queenList, type QueenRow } from './queens-query.js';
import { isByValue, type QueenSortWord } from './queen-order.js';
import { minimumVariables, queenFilter, withoutFilters, type QueensSearch } from './queens-search.js';
import { isShown, useShownColumns } from './shown-columns.js';
import { SelectedQueens, useSelection } from './selection.js';
import { PhoneRow } from './phone-row.js';
import { NewestRun } from './newest-run.js';
import { QueensToolbar } from './toolbar.js';

export default function QueensPage() {
  const { t } = useLingui();
  const search = useSearch({ from: '/signed-in/queens' });
  const navigate = useNavigate({ from: '/queens' });
  const [shown, show] = useShownColumns();
  const all = useQueenColumns();
  const selection = useSelection();
  const columns = useMemo(
    () => [selection.column, ...all.filter(({ id, always }) => always || isShown(shown, id))],
    [selection.column, all, shown],
  );
  const { sort, descending } = search;
  const sorted = sort && all.find((column) => column.sort === sort && column.group);
  const { column, choosing } = selection;
  const phoneRow = useMemo(
    () => (row: QueenRow, index: number) => (
      <PhoneRow queen={row} value={sorted} select={choosing && column.cell(row, index)} />
    ),
    [sorted, choosing, column],
  );
  const pages = usePages(queenList(search, shown));
  const change = (to: Partial<QueensSearch>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...to }), replace, resetScroll: false });
  const clear = () => void navigate({ search: withoutFilters(search), resetScroll: false });
  const narrowed = Object.keys(search).some((name) => name !== 'sort' && name !== 'descending');

  return (
    <Page
      title={t`Queens`}
      fill
      actions={
        <ButtonLink
          to="/queens/new"
          search={search.generation ? { generation: search.generation } : {}}
          kind="primary"
          icon={<Plus aria-hidden="true" />}
        >
          {t`New queen`}
        </ButtonLink>
      }
    >
      <QueensToolbar
        search={search}
        total={pages.total}
        onChange={change}
        onClear={clear}
        selection={selection}
        columns={{ all, shown, onShow: show }}
      />
      <SelectedQueens
        selection={selection}
        which={{ filter: queenFilter(search), ...minimumVariables(search) }}
        total={pages.total}
      />
      {hasValues(search, shown) && <NewestRun />}
      <ListTable
        label={t`Queens`}
        columns={columns}
        pages={pages}
        sorting={sort && { field: sort, direction: descending ? 'DESC' : 'ASC' }}
        onSort={({ field, direction }) => {
          const largestFirst = isByValue(field) && field !== sort;
          change({ sort: field as QueenSortWord, descending: largestFirst || direction === 'DESC' || undefined });
        }}
        phoneRow={phoneRow}
        empty={narrowed ? <NoMatch onClear={clear} /> : <NoQueens />}
      />
    </Page>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      action={
        <Button onClick={onClear}>
          <Trans>Clear the filters</Trans>
        </Button>
      }
    >
      <Trans>No queen matches your search and filters.</Trans>
    </Empty>
  );
}

function NoQueens() {
  return (
    <Empty
      action={
        <ButtonLink to="/start" kind="primary">
          <Trans>Start with a file or with sample data</Trans>
        </ButtonLink>
      }
    >
      <Trans>
        Your queens will be listed here. Import them from a file, look around with sample data, or enter the first one.
      </Trans>
    </Empty>
  );
}
