import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ask, graphql, type ResultOf, type VariablesOf } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { Button } from '../ui/button.js';
import { PAGE_SIZE } from '../ui/pages.js';
import { ErrorPanel } from '../ui/states.js';
import { ChangeDialog, useFieldNames } from './change-dialog.js';
import { MAX_CHANGED, undoChange, type ChangedField, type Undo } from './change-queens.js';
import type { QueenColumn } from './queen-column.js';
import styles from './selection.module.css';

const IDS = graphql(`
  query QueenIds(
    $first: Int!
    $after: String
    $filter: QueenFilter
    $minIndex: Float
    $minValues: TraitMinimaInput
    $minScores: TraitMinimaInput
  ) {
    queens(
      first: $first
      after: $after
      filter: $filter
      minIndex: $minIndex
      minValues: $minValues
      minScores: $minScores
    ) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
type Which = Omit<VariablesOf<typeof IDS>, 'first' | 'after'>;

async function allIds(which: Which): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const { queens }: ResultOf<typeof IDS> = await ask(IDS, { ...which, first: PAGE_SIZE, after });
    ids.push(...queens.nodes.map(({ id }) => id));
    if (!queens.pageInfo.hasNextPage) return ids;
    after = queens.pageInfo.endCursor;
  }
}

export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: ReadonlySet<string>) => void;
  /** Whether the rows on a phone, which have no columns, show checkboxes. */
  choosing: boolean;
  /** Shows the checkboxes on a phone, or hides them and clears the selection. */
  choose: (choosing: boolean) => void;
  column: QueenColumn;
}

/** The state of the selected queens. Queens remain selected when the filters or the order change. */
export function useSelection(): Selection {
  const { t } = useLingui();
  const [ids, set] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const choose = (on: boolean) => {
    setChoosing(on);
    if (!on) set(new Set());
  };
  const toggle = useCallback(
    (id: string) =>
      set((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const column = useMemo(
    (): QueenColumn => ({
      id: 'select',
      always: true,
      header: t`Selected`,
      hiddenHeader: true,
      width: 52,
      cell: ({ id, name }) => (
        <label className={styles.box}>
          <input type="checkbox" aria-label={t`Select ${name}`} checked={ids.has(id)} onChange={() => toggle(id)} />
        </label>
      ),
    }),
    [t, ids, toggle],
  );
  return { ids, set, choosing, choose, column };
}

interface Done {
  field: ChangedField;
  count: number;
  /** Absent after the change was undone. */
  undo?: Undo;
}

interface SelectedQueensProps {
  selection: Selection;
  /** The filters of the list; `total` is the number of queens in the list. */
  which: Which;
  total: number | undefined;
}

/** The actions for the selected queens. Shows the result of a change, with a button to undo it. */
export function SelectedQueens({ selection: { ids, set }, which, total = 0 }: SelectedQueensProps) {
  const { t } = useLingui();
  const names = useFieldNames();
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<Done>();
  const close = useRef<HTMLButtonElement>(null);
  const undo = useMutation({
    mutationFn: ({ undo: former }: Required<Done>) => undoChange(former),
    onSuccess: (_, { field, count }) => {
      setDone({ field, count });
      // The button with the focus disappears, so another button gets the focus.
      close.current?.focus();
      void refresh();
    },
  });
  const selectAll = useMutation({
    mutationFn: () => allIds(which),
    onSuccess: (all) => set(new Set([...ids, ...all])),
  });
  // Each action first removes the error message of the other action.
  const undoNow = (change: Required<Done>) => {
    selectAll.reset();
    undo.mutate(change);
  };
  const selectAllNow = () => {
    undo.reset();
    selectAll.mutate();
  };
  const failed = [undo, selectAll].find(({ isError }) => isError);
  const canSelectAll = total > 0 && total <= MAX_CHANGED;
  const field = done && names[done.field];
  const former = done?.undo;
  return (
    <>
      {failed && <ErrorPanel error={failed.error} />}
      <div role="status">
        {done && (
          <div className={styles.bar}>
            <p>
              {former ? (
                <Plural
                  value={done.count}
                  one={`${field}: # queen is changed.`}
                  other={`${field}: # queens are changed.`}
                />
              ) : (
                <Plural
                  value={done.count}
                  one={`${field}: the change of # queen is undone.`}
                  other={`${field}: the change of # queens is undone.`}
                />
              )}
            </p>
            {former && (
              <Button busy={undo.isPending} onClick={() => undoNow({ ...done, undo: former })}>
                <Trans>Undo</Trans>
              </Button>
            )}
            <Button ref={close} kind="quiet" onClick={() => setDone(undefined)}>
              <Trans>Close</Trans>
            </Button>
          </div>
        )}
      </div>
      {ids.size > 0 && (
        <div className={styles.bar} role="group" aria-label={t`Selected queens`}>
          <p>
            <Plural value={ids.size} one="# queen is selected." other="# queens are selected." />
          </p>
          <Button blocked={ids.size > MAX_CHANGED} onClick={() => setOpen(true)} aria-haspopup="dialog">
            <Trans>Change</Trans>
          </Button>
          {canSelectAll && (
            <Button kind="quiet" busy={selectAll.isPending} onClick={selectAllNow}>
              <Plural value={total} one="Select the # queen of the list" other="Select all # queens of the list" />
            </Button>
          )}
          <Button kind="quiet" onClick={() => set(new Set())}>
            <Trans>Clear the selection</Trans>
          </Button>
        </div>
      )}
      {open && (
        <ChangeDialog
          ids={[...ids]}
          onClose={() => setOpen(false)}
          onChanged={(changed, before) => {
            setOpen(false);
            undo.reset();
            selectAll.reset();
            setDone({ field: changed, count: before.inputs.length, undo: before });
            set(new Set());
            void refresh();
          }}
        />
      )}
    </>
  );
}
