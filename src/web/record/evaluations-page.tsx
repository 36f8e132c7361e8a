import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { ask } from '../data/graphql.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Count, ListTable } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { EvaluationFilters } from './evaluation-filters.js';
import { EVALUATIONS, phoneRow, useEvaluationColumns, type EvaluationRow } from './evaluation-list.js';
import type { EvaluationsSearch } from './record-search.js';

export default function EvaluationsPage() {
  const { t } = useLingui();
  const search = useSearch({ from: '/signed-in/evaluations' });
  const navigate = useNavigate({ from: '/evaluations' });
  const columns = useEvaluationColumns();
  const { year, apiary, queen, sort = 'YEAR' } = search;
  const direction = search.direction ?? ('DESC' as const);
  const variables = {
    filter: { year, apiaryId: apiary, queenId: queen },
    sort: [{ field: sort, direction }],
  };
  const pages = usePages<EvaluationRow>({
    key: ['evaluations', variables],
    fetch: async (offset, signal) => {
      const { evaluations } = await ask(EVALUATIONS, { ...variables, first: PAGE_SIZE, offset }, signal);
      return { total: evaluations.totalCount, rows: evaluations.nodes };
    },
  });
  const change = (to: Partial<EvaluationsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...to }), resetScroll: false });
  const narrowed = Boolean(year ?? apiary ?? queen);
  return (
    <Page
      title={t`Evaluations`}
      fill
      actions={
        <>
          <ButtonLink to="/record">
            <Trans>Record hive by hive</Trans>
          </ButtonLink>
          <ButtonLink
            to="/evaluations/new"
            search={queen ? { queen } : {}}
            kind="primary"
            icon={<Plus aria-hidden="true" />}
          >
            <Trans>New evaluation</Trans>
          </ButtonLink>
        </>
      }
    >
      <EvaluationFilters search={search} onChange={change} />
      <Count total={pages.total}>
        {() => <Plural value={pages.total ?? 0} one="# evaluation" other="# evaluations" />}
      </Count>
      <ListTable
        label={t`Evaluations`}
        columns={columns}
        pages={pages}
        sorting={{ field: sort, direction }}
        onSort={(next) =>
          change({
            sort: next.field as EvaluationsSearch['sort'],
            direction: next.direction === 'ASC' ? 'ASC' : undefined,
          })
        }
        phoneRow={phoneRow}
        empty={
          narrowed ? (
            <Empty
              action={
                <Button onClick={() => change({ year: undefined, apiary: undefined, queen: undefined })}>
                  <Trans>Clear the filters</Trans>
                </Button>
              }
            >
              <Trans>No evaluation matches your search and filters.</Trans>
            </Empty>
          ) : (
            <Empty
              action={
                <ButtonLink to="/record" kind="primary">
                  <Trans>Record hive by hive</Trans>
                </ButtonLink>
              }
            >
              <Trans>No evaluation yet. Record the colonies of an apiary hive by hive, or import a file.</Trans>
            </Empty>
          )
        }
      />
    </Page>
  );
}
