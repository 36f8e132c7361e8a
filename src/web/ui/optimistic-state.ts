import { startTransition, useRef, useState } from 'react';

/**
 * Returns a state that is stored in the address, and a function that changes it. A change is shown at once, before the
 * router updates the address, because a field that waits for the update would lose keystrokes.
 * @param current the state in the address
 * @param write updates the address; resolves when the page has the new address
 */
export function useOptimisticState<State extends object>(
  current: State,
  write: (state: State) => Promise<void>,
): [State, (changed: Partial<State>) => void] {
  const [pending, setPending] = useState<State | null>(null);
  const latest = useRef<State | null>(null);
  const change = (changed: Partial<State>): void => {
    const next = { ...(latest.current ?? current), ...changed };
    latest.current = next;
    setPending(next);
    void write(next).finally(() => {
      if (latest.current !== next) return;
      latest.current = null;
      // The router updates the address in a transition. This update is also in a transition, so React renders both
      // updates together.
      startTransition(() => setPending(null));
    });
  };
  return [pending ?? current, change];
}
