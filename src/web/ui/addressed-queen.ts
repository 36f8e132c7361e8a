import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickedQueenQuery } from './picked-queen.js';
import type { PickedQueen } from './queen-picker.js';

interface AddressedQueen {
  beginning: string;
  defaultQueen: PickedQueen | null;
  /** Must be called with a choice before the address changes. */
  chose(queen: string | undefined): void;
}

/**
 * The state of a picker for the queen in the address. The picker is not recreated after a choice, because it would lose
 * the focus and further input. It is recreated if the address changes for another reason, such as going back.
 */
export function useAddressedQueen(queen: string | undefined): AddressedQueen {
  const [box, setBox] = useState({ queen, chosen: queen, begunWith: queen, round: 0 });
  if (queen !== box.queen) {
    const anew = { queen, chosen: queen, begunWith: queen, round: box.round + 1 };
    setBox(queen === box.chosen ? { ...box, queen } : anew);
  }
  const { begunWith, round } = box;
  const { data } = useQuery({ ...pickedQueenQuery(begunWith ?? ''), enabled: begunWith !== undefined });
  const begun = begunWith === undefined ? null : (data ?? null);
  return {
    beginning: `${round} ${begun?.id}`,
    defaultQueen: begun,
    chose: (chosen) => setBox((before) => ({ ...before, chosen })),
  };
}
