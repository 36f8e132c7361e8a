import { useEffect, useState } from 'react';

/**
 * Returns a value once it has not changed for `delay` milliseconds, so that a slider does not send a request at each
 * step.
 */
export function useDebounced<Value>(value: Value, delay = 250): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
