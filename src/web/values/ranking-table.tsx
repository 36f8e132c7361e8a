import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { GitFork } from 'lucide-react';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS, type Trait } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { ListTable, type Column, type Sorting } from '../ui/list-table.js';
import { useNarrow } from '../ui/media.js';
import type { Pages } from '../ui/pages.js';
import { QueenName } from '../ui/queen-name.js';
import { Empty, NotKnown } from '../ui/states.js';
import { FIELDS, valueOf, type RankedQueen, type RankingPage } from './ranking.js';
import { ValueCell } from './value-cell.js';
import type { RankingOrder, RankingSearch } from './values-search.js';
import type { Weights } from './weights.js';
import styles from './ranking-table.module.css';

interface RankingTableProps {
  search: RankingSearch;
  pages: Pages<RankedQueen, RankingPage>;
  /** The weights of the index; undefined before they are loaded. */
  weights: Weights | undefined;
  traits: readonly Trait[];
  onSort: (sort: RankingOrder | undefined, direction: 'ASC' | undefined) => void;
  /** Removes the filters; absent if no filter is active. */
  onClear?: () => void;
}

const orderOf = (field: string) =>
  (Object.keys(FIELDS) as (RankingOrder | 'index')[]).find((order) => FIELDS[order] === field);

/** The table of the ranking: rank, queen, index, and values. */
export function RankingTable({ search, pages, weights, traits, onSort, onClear }: RankingTableProps) {
  const { t } = useLingui();
  const { sort = 'index', direction = 'DESC' } = search;
  const columns = useColumns(
    TRAITS.filter((trait) => traits.includes(trait) && (weights?.[trait] !== 0 || trait === sort)),
  );
  function change({ field, direction: next }: Sorting): void {
    const order = orderOf(field);
    // The first click on a header sorts the largest values first; a second click reverses the order.
    const upwards = order === sort && next === 'ASC';
    onSort(order === 'index' ? undefined : order, upwards ? 'ASC' : undefined);
  }
  return (
    <ListTable
      label={t`Ranking`}
      columns={columns}
      pages={pages}
      sorting={{ field: FIELDS[sort], direction }}
      onSort={change}
      dense
      empty={
        <NobodyRanked onClear={onClear} noWorkers={search.of === 'worker' && pages.first?.run?.source === 'import'} />
      }
    />
  );
}

function useColumns(traits: readonly Trait[]): Column<RankedQueen>[] {
  const { t, i18n } = useLingui();
  const narrow = useNarrow();
  const format = useFormat();
  const place: Column<RankedQueen> = {
    id: 'rank',
    header: t`Rank`,
    align: 'end',
    cell: ({ rank }) => format.number(rank),
  };
  const name: Column<RankedQueen> = {
    id: 'queen',
    header: t`Queen`,
    sticky: true,
    opens: true,
    cell: ({ queen }) =>
      queen && (
        <span className={styles.queen}>
          <QueenName queen={queen} number="below" />
        </span>
      ),
  };
  return [
    // On a phone, the name is the first column, because only the name stays visible while the user scrolls.
    ...(narrow ? [name, place] : [place, name]),
    {
      id: 'index',
      header: t`Index`,
      align: 'end',
      sort: FIELDS.index,
      cell: ({ index, reliability }) => <ValueCell strong value={index} reliability={reliability} />,
    },
    ...traits.map((trait): Column<RankedQueen> => ({
      id: trait,
      header: i18n._(TRAIT_NAMES[trait]),
      align: 'end',
      sort: FIELDS[trait],
      cell: (row) => {
        const value = valueOf(row, trait);
        return value ? <ValueCell value={value.normalized} reliability={value.reliability} /> : <NotKnown />;
      },
    })),
    {
      id: 'reliability',
      header: t`Lowest r²`,
      align: 'end',
      sort: FIELDS.reliability,
      cell: ({ reliability }) => (reliability === null ? <NotKnown /> : format.number(reliability, 2)),
    },
    {
      id: 'mating',
      header: t`Plan`,
      cell: ({ queen }) => queen && <PlanLink id={queen.id} name={queen.name} />,
    },
  ];
}

function PlanLink({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  return (
    <Link
      to="/mating"
      search={{ queen: id }}
      className={styles.plan}
      aria-label={t`Plan matings of ${name}`}
      title={t`Plan matings of ${name}`}
    >
      <GitFork aria-hidden="true" />
    </Link>
  );
}

function NobodyRanked({ onClear, noWorkers }: Pick<RankingTableProps, 'onClear'> & { noWorkers: boolean }) {
  if (noWorkers) {
    return (
      <Empty>
        <Trans>Imported breeding values are for queens only, not for workers.</Trans>
      </Empty>
    );
  }
  if (!onClear) {
    return (
      <Empty>
        <Trans>
          No queen has values for all weighted traits. Set the weight to 0 for traits that have no values in this run.
        </Trans>
      </Empty>
    );
  }
  const action = (
    <Button onClick={onClear}>
      <Trans>Clear the filters</Trans>
    </Button>
  );
  return (
    <Empty action={action}>
      <Trans>No queen of the ranking fits these filters.</Trans>
    </Empty>
  );
}
