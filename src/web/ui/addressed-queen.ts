import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickedQueenQuery } from './picked-queen.js';
import type { PickedQueen } from './queen-picker.js';

interface AddressedQueen {
  pickerKey: string;
  defaultQueen: PickedQueen | null;
  /** Must be called with a choice before the address changes. */
  noteChoice(queen: string | undefined): void;
}

/**
 * The state of a picker for the queen in the address. The picker is not recreated after a choice, because a new picker
 * would not have the focus, and would lose what the user types next. The picker is recreated if the address changes for
 * another reason, such as going back.
 */
export function useAddressedQueen(queen: string | undefined): AddressedQueen {
  const [box, setBox] = useState({ queen, chosen: queen, initialId: queen, round: 0 });
  if (queen !== box.queen) {
    const recreated = { queen, chosen: queen, initialId: queen, round: box.round + 1 };
    setBox(queen === box.chosen ? { ...box, queen } : recreated);
  }
  const { initialId, round } = box;
  const { data } = useQuery({ ...pickedQueenQuery(initialId ?? ''), enabled: initialId !== undefined });
  const initial = initialId === undefined ? null : (data ?? null);
  return {
    pickerKey: `${round} ${initial?.id}`,
    defaultQueen: initial,
    noteChoice: (chosen) => setBox((before) => ({ ...before, chosen })),
  };
}
