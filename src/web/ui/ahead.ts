import { startTransition, useRef, useState } from 'react';

/**
 * State in the address that is shown at once: the router updates the address later, and a field that waited for it
 * would lose keystrokes.
 * @param there the value in the address
 * @param write updates the address; resolves when the page has the new one
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
      // In a transition, like the router's update, so that both happen together.
      startTransition(() => setAhead(null));
    });
  };
  return [ahead ?? there, change];
}
