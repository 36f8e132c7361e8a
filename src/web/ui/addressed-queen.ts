import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickedQueenQuery } from './picked-queen.js';
import type { PickedQueen } from './queen-picker.js';

interface AddressedQueen {
  /** The picker's key. */
  beginning: string;
  defaultQueen: PickedQueen | null;
  /** Called with a choice before the address changes. */
  chose(queen: string | undefined): void;
}

/**
 * For a picker of a queen who stands in the address. It begins anew where another comes by the address, such as by
 * going back; not where she was chosen in it: that would take the focus away, and what is typed on with it.
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
