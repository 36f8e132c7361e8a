import { plainNumber } from '../../plain-number.js';

/** A number as a format of per cent shows it: 0.62 is `62%`. */
export const percentText = (number: number): string => `${plainNumber(Number((number * 100).toPrecision(15)))}%`;

/** A number whose cell shows it with a percent sign. */
export const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);
