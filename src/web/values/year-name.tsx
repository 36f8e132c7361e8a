import { useFormat } from '../i18n/format.js';
import { NotKnown } from '../ui/states.js';

/** A year of birth, in a table. */
export function YearName({ year }: { year: number | null }) {
  const format = useFormat();
  return year === null ? <NotKnown /> : format.date(String(year));
}
