// Loaded before the service (`node --import`): its wall clock, and that of its embedded database, is as many milliseconds
// ahead as the file of CLOCK_OFFSET says at this time. Time goes on evenly for what measures it (`performance.now()`).
import { readFileSync } from 'node:fs';

const { CLOCK_OFFSET } = process.env;
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(CLOCK_OFFSET, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
