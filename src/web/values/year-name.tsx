import { useFormat } from '../i18n/format.js';
import { NotKnown } from '../ui/states.js';

export function YearName({ year }: { year: number | null }) {
  const format = useFormat();
  return year === null ? <NotKnown /> : format.date(String(year));
}
