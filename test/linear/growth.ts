/** The length of the longest text. Quadratic work on this text takes seconds; linear work takes milliseconds. */
export const LONGEST = 64 * 1024;

/** On nearly every machine, linear work takes less than this number of milliseconds. */
const SURELY_LINEAR_MS = 40;

/**
 * If a text is four times as long, linear work takes four times as long, and quadratic work takes sixteen times as
 * long.
 */
const MAX_RATIO = 9;

export type Read = (text: string) => unknown;

/** A text: `first` once, then `unit` repeatedly, then `last` once. */
export interface Shape {
  first: string;
  unit: string;
  last: string;
}

export function textOf({ first, unit, last }: Shape, length: number): string {
  return first + unit.repeat(Math.ceil(length / unit.length)) + last;
}

/** The number of measurements that must all show more than linear growth before a test fails. */
const ATTEMPTS = 3;

/**
 * Returns true if the time to read a text grows linearly with the length of the text. The test compares the processor
 * time for a text with the time for a quarter of this text. Other processes hardly influence processor time.
 */
export async function isLinear(read: Read, textOfLength: (length: number) => string): Promise<boolean> {
  // Starts with short texts, so that the test of a quadratic reader fails before the reader needs minutes.
  for (let length = LONGEST / 16; length <= LONGEST; length *= 4) {
    if ((await work(read, textOfLength(length))) < SURELY_LINEAR_MS) continue;
    let attempts = 0;
    while (await growsTooFast(read, textOfLength(length / 4), textOfLength(length))) {
      if (++attempts === ATTEMPTS) return false;
    }
  }
  return true;
}

async function growsTooFast(read: Read, short: string, long: string): Promise<boolean> {
  const minimum = await leastWork(read, long);
  return minimum > SURELY_LINEAR_MS && minimum > MAX_RATIO * (await leastWork(read, short));
}

/** Returns the minimum of several measurements. Garbage collection distorts the minimum least. */
async function leastWork(read: Read, text: string): Promise<number> {
  return Math.min(await work(read, text), await work(read, text), await work(read, text));
}

/** Returns the processor time in milliseconds. The reader may reject the text, but must not overflow the stack. */
async function work(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    if ((error as Error).name === 'RangeError') throw error;
  }
  return process.cpuUsage(start).user / 1000;
}
