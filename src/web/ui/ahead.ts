import { startTransition, useRef, useState } from 'react';

/**
 * State that is kept in the address, shown at once: the router takes over a new address in its own time, and a field that
 * waited for it would lose keystrokes.
 * @param there what the address says
 * @param write brings the address up to it; done when the page has taken it over
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
      // In the same way as the router shows the new address, so that it is not before that.
      startTransition(() => setAhead(null));
    });
  };
  return [ahead ?? there, change];
}
