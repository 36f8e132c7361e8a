import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Columns3, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { AccountDownload } from '../ui/account-download.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { Disclosure } from '../ui/disclosure.js';
import { Count } from '../ui/list-table.js';
import { useMedia, useNarrow } from '../ui/media.js';
import { FilterFields, SortFields } from './filter-fields.js';
import type { QueenColumn } from './queen-column.js';
import { activeFilters, csvAddress, minimaCount, type QueensSearch } from './queens-search.js';
import { SavedViews, SavedViewsButton } from '../saved-views/saved-views.js';
import { Relations } from './relations.js';
import type { Selection } from './selection.js';
import { SearchField } from './search-field.js';
import type { ChosenColumn } from './shown-columns.js';
import { ValueFilters } from './value-filters.js';
import styles from './toolbar.module.css';

interface ToolbarProps {
  search: QueensSearch;
  total: number | undefined;
  onChange: (to: Partial<QueensSearch>, replace?: boolean) => void;
  onClear: () => void;
  selection: Pick<Selection, 'choosing' | 'choose'>;
  columns: {
    all: readonly QueenColumn[];
    shown: readonly ChosenColumn[];
    onShow: (columns: readonly ChosenColumn[]) => void;
  };
}

/** The toolbar of the list: search, filters, saved filters, choice of columns, and download as CSV. */
export function QueensToolbar({ search, total, onChange, onClear, selection, columns }: ToolbarProps) {
  const small = useMedia('(max-width: 1023.98px)');
  const narrow = useNarrow();
  const find = (text: string) => onChange({ search: text || undefined }, true);
  const count = activeFilters(search);
  return (
    <div className={styles.toolbar} role="search">
      <Generations search={search} />
      <SearchField value={search.search ?? ''} onSearch={find} />
      {small ? (
        <FilterDialog {...{ search, total, onChange, onClear }} />
      ) : (
        <FilterFields search={search} onChange={onChange} />
      )}
      <Relations search={search} onChange={onChange} />
      <div className={styles.foot}>
        <Count total={total}>{() => <Plural value={total ?? 0} one="# queen" other="# queens" />}</Count>
        {total !== 0 && (count > 0 || search.search !== undefined) && (
          <Button kind="quiet" onClick={onClear}>
            <Trans>Clear the filters</Trans>
          </Button>
        )}
        {narrow && (selection.choosing || total !== 0) && (
          <div className={styles.buttons}>
            <Button kind="quiet" onClick={() => selection.choose(!selection.choosing)}>
              {selection.choosing ? <Trans>Stop selecting</Trans> : <Trans>Select queens</Trans>}
            </Button>
          </div>
        )}
        {!narrow && (
          <div className={styles.buttons}>
            {!small && <ValuesDisclosure search={search} onChange={onChange} />}
            <SavedViewsButton page="QUEENS" search={search} />
            <ColumnChoice {...columns} />
            <Csv search={search} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Links to the lists of F0 queens, F1 queens, and all queens. */
function Generations({ search }: { search: QueensSearch }) {
  const { t } = useLingui();
  const tabs = [
    { generation: undefined, label: t`All` },
    { generation: 'F0' as const, label: t`F0` },
    { generation: 'F1' as const, label: t`F1` },
  ];
  return (
    <nav className={styles.tabs} aria-label={t`Generation`}>
      {tabs.map(({ generation, label }) => (
        <Link
          key={label}
          to="/queens"
          search={{ ...search, generation }}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={search.generation === generation ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function ValuesDisclosure({ search, onChange }: Pick<ToolbarProps, 'search' | 'onChange'>) {
  const { t } = useLingui();
  const count = minimaCount(search);
  return (
    <Disclosure
      label={count === 0 ? t`Values and evaluations` : t`Values and evaluations (${count})`}
      icon={<SlidersHorizontal aria-hidden="true" />}
      side="end"
    >
      <ValueFilters search={search} onChange={onChange} />
    </Disclosure>
  );
}

const Csv = ({ search }: { search: QueensSearch }) => (
  <AccountDownload href={csvAddress(search)}>
    <Trans>CSV file</Trans>
  </AccountDownload>
);

function ColumnChoice({ all, shown, onShow }: ToolbarProps['columns']) {
  const { t } = useLingui();
  const groups = [
    { group: undefined, title: t`Queen` },
    { group: 'values', title: t`Breeding values` },
    { group: 'tests', title: t`Last evaluation` },
  ];
  return (
    <Disclosure label={<Trans>Columns</Trans>} icon={<Columns3 aria-hidden="true" />} side="end">
      <p className={styles.hint}>
        <Trans>Shown columns (on this device)</Trans>
      </p>
      {groups.map(({ group, title }) => (
        <fieldset key={title} className={styles.columns}>
          <legend>{title}</legend>
          {all
            .filter((column) => !column.always && column.group === group)
            .map(({ id, header, choice = header }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={shown.includes(id as ChosenColumn)}
                  onChange={({ target }) =>
                    onShow(target.checked ? [...shown, id as ChosenColumn] : shown.filter((column) => column !== id))
                  }
                />
                {choice}
              </label>
            ))}
        </fieldset>
      ))}
    </Disclosure>
  );
}

/**
 * A button that opens a dialog with the filters. On a phone, the dialog also contains sorting, saved filters and the
 * download.
 */
function FilterDialog({ search, total, onChange, onClear }: Omit<ToolbarProps, 'selection' | 'columns'>) {
  const { t } = useLingui();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const count = activeFilters(search);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden="true" />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {count === 0 ? t`Filters` : t`Filters (${count})`}
      </Button>
      {open && (
        <Dialog title={narrow ? t`Filters and order` : t`Filters`} onClose={close}>
          <div className={styles.sheet}>
            <FilterFields search={search} onChange={onChange} />
            {narrow && <SortFields search={search} onChange={onChange} />}
            <details open={minimaCount(search) > 0}>
              <summary>
                <Trans>Values and evaluations</Trans>
              </summary>
              <ValueFilters search={search} onChange={onChange} />
            </details>
            {narrow && (
              <>
                <details>
                  <summary>
                    <Trans>Saved filters</Trans>
                  </summary>
                  <SavedViews page="QUEENS" search={search} />
                </details>
                <Csv search={search} />
              </>
            )}
          </div>
          <DialogActions>
            {count > 0 && (
              <Button onClick={onClear}>
                <Trans>Clear</Trans>
              </Button>
            )}
            <Button kind="primary" onClick={close}>
              <Plural value={total ?? 0} one="Show # queen" other="Show # queens" />
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
