import * as v from 'valibot';

type Schemas = Record<string, v.GenericSchema>;
type Parameters<Given extends Schemas> = { -readonly [Name in keyof Given]?: v.InferOutput<Given[Name]> };

/** The type of the parameters that a function from `searchOf` returns. */
export type Search<Read extends (parameters: Record<string, unknown>) => unknown> = ReturnType<Read>;

/**
 * Returns a function that reads the search parameters of a page. Unknown parameters and invalid values are ignored,
 * because people type, shorten and bookmark addresses.
 */
export const searchOf =
  <Given extends Schemas>(schemas: Given) =>
  (parameters: Record<string, unknown>): Parameters<Given> => {
    const read: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(schemas)) {
      const { success, output } = v.safeParse(schema, parameters[name]);
      if (success && output !== undefined) read[name] = output;
    }
    return read;
  };

/** Accepts a text. The router parses `2024` as a number and `true` as a boolean, so these are converted back. */
export const text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.nonEmpty());

/** A year of four digits. */
export const year = v.pipe(text, v.regex(/^[1-9]\d{3}$/), v.transform(Number));

export const number = v.pipe(v.number(), v.finite());

export const numberBetween = (smallest: number, largest: number) =>
  v.pipe(number, v.minValue(smallest), v.maxValue(largest));

export const oneOf = <const Word extends string | number>(...words: readonly Word[]) => v.picklist(words);

/** A flag that is `true` or absent. */
export const on = v.literal(true);
