import { plainNumber } from '../../plain-number.js';

/** Formats a number as a percentage: 0.62 becomes `62%`. */
export const percentText = (number: number): string => `${plainNumber(Number((number * 100).toPrecision(15)))}%`;

/** Removes the percent sign of a number. */
export const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);
