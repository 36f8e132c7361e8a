/** Characters of the longest text. What is quadratic takes seconds for it, what is linear milliseconds. */
export const LONGEST = 64 * 1024;

/** Milliseconds in which nearly every machine reads the longest text, where that is linear. */
const SURELY_LINEAR_MS = 40;

/** Four times the text takes what is linear four times the time, and what is quadratic sixteen times. */
const MAX_RATIO = 9;

export type Read = (text: string) => unknown;

/** What is read: `first` once, `unit` again and again, `last` once. */
export interface Shape {
  first: string;
  unit: string;
  last: string;
}

export function textOf({ first, unit, last }: Shape, length: number): string {
  return first + unit.repeat(Math.ceil(length / unit.length)) + last;
}

/** How often growth that looks too fast is measured again before it counts. */
const ATTEMPTS = 3;

/**
 * Whether the work of reading such a text grows with its length and no faster. The processor's time is counted, which
 * others on the machine hardly change, and compared with that of a text a quarter as long.
 */
export async function isLinear(read: Read, textOfLength: (length: number) => string): Promise<boolean> {
  // What is quadratic shows before the text is so long that it takes minutes.
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
  const least = await leastWork(read, long);
  return least > SURELY_LINEAR_MS && least > MAX_RATIO * (await leastWork(read, short));
}

/** Of several times, the one that a collection of garbage and the like have lengthened least. */
async function leastWork(read: Read, text: string): Promise<number> {
  return Math.min(await work(read, text), await work(read, text), await work(read, text));
}

/** Milliseconds. Refusing the text is an answer, but for the refusal of a stack that is full. */
async function work(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    if ((error as Error).name === 'RangeError') throw error;
  }
  return process.cpuUsage(start).user / 1000;
}
