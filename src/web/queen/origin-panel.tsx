import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { TextField, CheckField } from '../ui/fields.js';
import { Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import styles from './queen.module.css';

const ORIGIN = graphql(`
  query QueenOrigin($id: ID!) {
    queen(id: $id) {
      originImports {
        importId
        filename
        importedAt
        rows
      }
    }
  }
`);

type RawRow = Readonly<Record<string, string>>;

/** If a row has more columns than this, or if there are more than two rows, the user can search them. */
const LONG = 12;

/** The original rows of imported files that describe the queen, with all columns. */
export function OriginPanel({ id }: { id: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['queen', id, 'origin'],
    queryFn: async ({ signal }) => (await ask(ORIGIN, { id }, signal)).queen?.originImports ?? [],
  });
  return (
    <Panel title={t`Original data`} id="origin">
      <Loaded query={query}>
        {(imports) =>
          imports.length === 0 ? (
            <Empty>{t`No row of an imported file describes her.`}</Empty>
          ) : (
            imports.map(({ importId, filename, importedAt, rows }) => {
              const date = format.instant(importedAt);
              return (
                <details key={importId} className={styles.origin}>
                  <summary>
                    <strong translate="no">{filename}</strong>{' '}
                    <span className={styles.muted}>
                      <Plural value={rows.length} one="# row" other="# rows" />
                    </span>
                  </summary>
                  <p className={styles.note}>
                    <Trans>
                      As in the file, which was{' '}
                      <Link to="/imports/$id" params={{ id: importId }}>
                        imported on {date}
                      </Link>
                      .
                    </Trans>
                  </p>
                  <RawRows rows={rows as readonly RawRow[]} />
                </details>
              );
            })
          )
        }
      </Loaded>
    </Panel>
  );
}

/**
 * The rows of a file that describe the queen, each as a table of columns and values. Long tables can be searched, and
 * empty cells are hidden at first.
 */
function RawRows({ rows }: { rows: readonly RawRow[] }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const isLong = rows.some((row) => Object.keys(row).length > LONG) || rows.length > 2;
  const searched = search.trim().toLocaleLowerCase();
  const found = rows.map((row, index) => ({
    index,
    cells: Object.entries(row).filter(
      ([header, text]) =>
        (all || text.trim() !== '') && (searched === '' || `${header} ${text}`.toLocaleLowerCase().includes(searched)),
    ),
  }));
  return (
    <>
      <div className={styles.search}>
        {isLong && (
          <TextField
            name="search"
            type="search"
            label={t`Find a column or a value`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <CheckField
          name="all"
          label={t`Also show empty columns`}
          checked={all}
          onChange={(event) => setAll(event.target.checked)}
        />
      </div>
      {found.every(({ cells }) => cells.length === 0) && (
        <p className={styles.note} role="status">
          <Trans>No column or value contains this text.</Trans>
        </p>
      )}
      {found.map(
        ({ index, cells }) =>
          cells.length > 0 && (
            <dl key={index} className={styles.raw} translate="no">
              {cells.map(([header, text]) => (
                <div key={header}>
                  <dt>{header}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          ),
      )}
    </>
  );
}
