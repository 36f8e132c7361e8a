import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { asProblem } from '../data/problem.js';
import { Dot } from './dot.js';
import { Optional, useNotes, type FieldProps } from './fields.js';
import { findQueens, type PickedQueen } from './find-queens.js';
import fields from './fields.module.css';
import styles from './queen-box.module.css';

export interface QueenPickerProps extends FieldProps {
  defaultQueen?: PickedQueen | null;
  /** The generation of the offered queens; absent for all. */
  generation?: 'F0' | 'F1';
  /** Whether the field gets the focus at once, without opening its list. */
  autoFocus?: boolean;
  onPick?: (queen: PickedQueen | null) => void;
  /** Called while the user types: with the picked queen if the text is her name, otherwise with null. */
  onType?: (queen: PickedQueen | null) => void;
}

const textOf = (queen: PickedQueen | null | undefined): string => queen?.name ?? '';

export default function QueenBox({
  name,
  label,
  hint,
  optional,
  defaultQueen,
  generation,
  autoFocus,
  onPick,
  onType,
}: QueenPickerProps) {
  const { id, describedBy, wrong, notes } = useNotes(name, label, hint);
  const { t } = useLingui();
  const [picked, setPicked] = useState<PickedQueen | null>(defaultQueen ?? null);
  const [text, setText] = useState(textOf(defaultQueen));
  const search = text.trim() === textOf(picked) ? undefined : text.trim() || undefined;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['find-queens', generation, search],
    queryFn: ({ signal }) => findQueens({ search, generation }, signal),
    placeholderData: keepPreviousData,
  });
  // The user must not choose an entry of an outdated search.
  const queens = isPlaceholderData ? undefined : data;
  const found = queens?.nodes ?? [];
  const more = (queens?.totalCount ?? 0) - found.length;
  // The list opens inside the dialog, because elements outside an open dialog are inert.
  const [dialog, setDialog] = useState<HTMLDialogElement | undefined>();
  const find = useCallback((box: HTMLDivElement | null) => setDialog(box?.closest('dialog') ?? undefined), []);
  const pick = (queen: PickedQueen | null): void => {
    setPicked(queen);
    onPick?.(queen);
  };

  return (
    <ComboBox
      ref={find}
      className={fields.field}
      data-error={wrong}
      items={found}
      inputValue={text}
      onInputChange={(value) => {
        setText(value);
        if (value.trim() === '') pick(null);
        onType?.(value === picked?.name ? picked : null);
      }}
      selectedKey={picked?.id ?? null}
      onSelectionChange={(key) => {
        const queen = found.find((one) => one.id === key);
        if (!queen) return;
        pick(queen);
        setText(queen.name);
      }}
      autoFocus={autoFocus}
      menuTrigger={autoFocus ? 'input' : 'focus'}
      allowsEmptyCollection
      isInvalid={wrong}
    >
      <Label>
        {label} {optional && <Optional />}
      </Label>
      {notes}
      <div className={styles.box}>
        {picked && text === picked.name && <Dot born={picked.dateOfBirth} />}
        <Input id={id} aria-describedby={describedBy} translate="no" autoComplete="off" />
        <Button aria-label={t`Show queens`}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      {picked && picked.externalId !== null && text === picked.name && (
        <span translate="no" className={fields.hint}>
          {picked.externalId}
        </span>
      )}
      {/* Text that matches no queen is sent unchanged, so that the server reports it. */}
      <input type="hidden" name={name} value={picked && text === picked.name ? picked.id : text.trim()} />
      <Popover className={styles.popover} UNSTABLE_portalContainer={dialog}>
        <ListBox<PickedQueen>
          className={styles.list}
          renderEmptyState={() => (
            <p className={styles.none}>
              {queens ? (
                <Trans>No queen has this name or number.</Trans>
              ) : error ? (
                asProblem(error).message
              ) : (
                <Trans>Looking for queens…</Trans>
              )}
            </p>
          )}
        >
          {(queen) => (
            <ListBoxItem id={queen.id} textValue={queen.name} className={styles.item}>
              <Dot born={queen.dateOfBirth} />
              <span translate="no">{queen.name}</span>
              {queen.externalId !== queen.name && (
                <span translate="no" className={fields.hint}>
                  {queen.externalId}
                </span>
              )}
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && (
          <p className={styles.none}>
            <Trans>{more} other queens match: type more of the name or number.</Trans>
          </p>
        )}
      </Popover>
    </ComboBox>
  );
}
