import type { FieldError } from '../data/problem.js';

export interface PlacedError {
  /** The field's name; null if no field matches. */
  field: string | null;
  message: string;
}

/**
 * Assigns the server's errors to the fields of a form: the path without `input.` or `inputs.0.` is the field's name, otherwise the
 * longest name that it starts with, otherwise none. They are ordered like the fields, those without one first.
 */
export function placeErrors(errors: readonly FieldError[], fields: readonly string[]): PlacedError[] {
  const placed = errors.map(({ path, message }) => {
    const wanted = path.replace(/^(input|inputs\.0)\b\.?/, '');
    const fitting = fields.filter(
      (name) => wanted === name || wanted.startsWith(`${name}.`) || wanted.startsWith(`${name}[`),
    );
    const longest = fitting.sort((a, b) => b.length - a.length)[0];
    return { field: longest ?? null, message };
  });
  const place = ({ field }: PlacedError) => (field === null ? -1 : fields.indexOf(field));
  return placed.sort((a, b) => place(a) - place(b));
}
