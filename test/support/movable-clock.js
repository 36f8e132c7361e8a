// Node preloads this file with `--import`. The file sets the wall clock of the service and of its embedded database
// ahead, by the milliseconds in the file CLOCK_OFFSET. The monotonic clock (`performance.now()`) does not change.
import { readFileSync } from 'node:fs';

const { CLOCK_OFFSET } = process.env;
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(CLOCK_OFFSET, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
