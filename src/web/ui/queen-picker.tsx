import { lazy, Suspense } from 'react';
import type { FieldProps } from './fields.js';

export interface PickedQueen {
  id: string;
  name: string;
  externalId: string | null;
  dateOfBirth: string | null;
}

export interface QueenPickerProps extends FieldProps {
  /** The queen it begins with. */
  defaultQueen?: PickedQueen | null;
  /** Only queens of this generation are offered. */
  generation?: 'F0' | 'F1';
  /** Takes the focus at once, without opening its list. */
  autoFocus?: boolean;
  onPick?: (queen: PickedQueen | null) => void;
}

const Box = lazy(() => import('./queen-box.js'));

/** Finds a queen by a part of her name or number. The form gets her id under `name`, or nothing. */
export function QueenPicker(props: QueenPickerProps) {
  return (
    <Suspense fallback={<div aria-hidden="true" className="field-coming" />}>
      <Box {...props} />
    </Suspense>
  );
}
