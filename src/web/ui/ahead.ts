import { startTransition, useRef, useState } from 'react';

/**
 * State in the address that is shown before the address changes. The router updates the address later, and a field that
 * waits for the update would lose keystrokes.
 * @param there the state in the address
 * @param write updates the address; resolves when the page has the new address
 */
export function useAhead<State extends object>(
  there: State,
  write: (state: State) => Promise<void>,
): [State, (changed: Partial<State>) => void] {
  const [ahead, setAhead] = useState<State | null>(null);
  const latest = useRef<State | null>(null);
  const change = (changed: Partial<State>): void => {
    const next = { ...(latest.current ?? there), ...changed };
    latest.current = next;
    setAhead(next);
    void write(next).finally(() => {
      if (latest.current !== next) return;
      latest.current = null;
      // A transition, like the update of the router, so that both are rendered together.
      startTransition(() => setAhead(null));
    });
  };
  return [ahead ?? there, change];
}
