import { useEffect, useState } from 'react';

/**
 * Returns a value once it has not changed for `moment` milliseconds, so that a slider does not send a request at each
 * step.
 */
export function useSettled<Value>(value: Value, moment = 250): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), moment);
    return () => clearTimeout(timer);
  }, [value, moment]);
  return settled;
}
