import { max, min } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';

const [LEAST, MEAN, MOST] = [70, 100, 130];

/**
 * Returns a scale for breeding values around 100. The scale covers three standard deviations on each side, and is
 * extended in steps of ten if needed.
 */
export function aroundHundred(values: readonly number[]): [number, number] {
  return [
    Math.min(LEAST, Math.floor((min(values) ?? MEAN) / 10) * 10),
    Math.max(MOST, Math.ceil((max(values) ?? MEAN) / 10) * 10),
  ];
}

/** Returns a scale from 0 to a round number that is at least the largest value. */
export const fromZero = (values: readonly number[]): [number, number] =>
  scaleLinear([0, max(values) || 1], [0, 1])
    .nice(4)
    .domain() as [number, number];

export const linear = (
  domain: readonly [number, number],
  range: readonly [number, number],
): ScaleLinear<number, number> => scaleLinear([...domain], [...range]);

export const tens = ([from, to]: readonly [number, number]): number[] =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, index) => from + index * 10);

/** The number of decimals at which the labels of two ticks differ: 1 for steps of 0.5, 2 for steps of 0.05. */
export function decimalsOf([first = 0, second = first + 1]: readonly number[]): number {
  // The difference of two ticks is not exact: 0.3 - 0.2 is below 0.1.
  return Math.max(0, Math.ceil(-Math.log10(second - first) - 1e-6));
}
