/** Length of the longest text. Quadratic work takes seconds for it, linear work milliseconds. */
export const LONGEST = 64 * 1024;

/** Linear work takes less than this on nearly every machine. */
const SURELY_LINEAR_MS = 40;

/** If the text is four times as long, linear work takes four times as long, and quadratic work sixteen times. */
const MAX_RATIO = 9;

export type Read = (text: string) => unknown;

/** The text: `first` once, `unit` repeated, `last` once. */
export interface Shape {
  first: string;
  unit: string;
  last: string;
}

export function textOf({ first, unit, last }: Shape, length: number): string {
  return first + unit.repeat(Math.ceil(length / unit.length)) + last;
}

/** Number of repetitions of a measurement with suspicious growth. */
const ATTEMPTS = 3;

/**
 * Whether reading such a text takes linear time. It measures processor time, which other processes hardly influence,
 * and compares it with that of a quarter of the text.
 */
export async function isLinear(read: Read, textOfLength: (length: number) => string): Promise<boolean> {
  // Starts with short texts, so that quadratic work fails before it takes minutes.
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

/** The minimum of several measurements, which garbage collection distorts least. */
async function leastWork(read: Read, text: string): Promise<number> {
  return Math.min(await work(read, text), await work(read, text), await work(read, text));
}

/** Milliseconds. Rejecting the text is a valid result, but not a stack overflow. */
async function work(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    if ((error as Error).name === 'RangeError') throw error;
  }
  return process.cpuUsage(start).user / 1000;
}
