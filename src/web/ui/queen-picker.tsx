import { Trans } from '@lingui/react/macro';
import { Button } from './button.js';
import { classes } from './class-names.js';
import { Optional, useNotes } from './fields.js';
import { loadLater } from './load-later.js';
import type { QueenPickerProps } from './queen-box.js';
import fields from './fields.module.css';

export type { PickedQueen } from './find-queens.js';

/**
 * A field to choose a queen by a part of her name or identifier. In the form, the value of the field is the id of the
 * chosen queen or, if no queen is chosen, the entered text.
 */
export const QueenPicker = loadLater(() => import('./queen-box.js'), PickerPlaceholder, PickerFailed);

/** The value of the field while the picker is not loaded: the id of the initial queen. */
const InitialValue = ({ name, defaultQueen }: QueenPickerProps) => (
  <input type="hidden" name={name} value={defaultQueen?.id ?? ''} />
);

/** A copy of the field without functions. It has the same height, so that nothing below it moves when the field loads. */
function PickerPlaceholder(props: QueenPickerProps) {
  const { name, label, hint, optional, defaultQueen } = props;
  const { notes } = useNotes(name, label, hint);
  return (
    <div inert aria-hidden="true" className={classes(fields.field, 'field-coming')}>
      <label>
        {label} {optional && <Optional />}
      </label>
      {notes}
      <input type="text" readOnly value={defaultQueen?.name ?? ''} translate="no" />
      <InitialValue {...props} />
      {defaultQueen && defaultQueen.externalId !== null && (
        <span translate="no" className={fields.hint}>
          {defaultQueen.externalId}
        </span>
      )}
    </div>
  );
}

function PickerFailed({ onRetry, ...props }: QueenPickerProps & { onRetry: () => void }) {
  const { name, label, defaultQueen } = props;
  const { id, notes } = useNotes(name, label);
  return (
    <div className={fields.field} role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`}>{label}</span>
      {notes}
      <InitialValue {...props} />
      {defaultQueen && <span translate="no">{defaultQueen.name}</span>}
      <span role="status">
        <Trans>This field could not be loaded. Queenbook may be unreachable; your input is still here.</Trans>
      </span>
      <div>
        <Button id={id} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}
