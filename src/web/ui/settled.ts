import { useEffect, useState } from 'react';

/** A value once it has not changed for a moment, so that the server is not asked at each step of a slider. */
export function useSettled<Value>(value: Value, moment = 250): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), moment);
    return () => clearTimeout(timer);
  }, [value, moment]);
  return settled;
}
