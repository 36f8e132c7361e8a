import type { FieldError } from '../data/problem.js';

export interface PlacedError {
  /** The name of the field; null if no field matches. */
  field: string | null;
  message: string;
}

/**
 * Assigns errors of the server to the fields of a form. An error belongs to a field if the path of the error is equal
 * to the name of the field or begins with it. A prefix `input.` or `inputs.0.` of the path is ignored. If several names
 * match, the longest name is used. Errors without a field are first. The other errors are in the order of the fields.
 */
export function placeErrors(errors: readonly FieldError[], fields: readonly string[]): PlacedError[] {
  const placed = errors.map(({ path, message }) => {
    const fieldPath = path.replace(/^(input|inputs\.0)\b\.?/, '');
    const fitting = fields.filter(
      (name) => fieldPath === name || fieldPath.startsWith(`${name}.`) || fieldPath.startsWith(`${name}[`),
    );
    const longest = fitting.sort((a, b) => b.length - a.length)[0];
    return { field: longest ?? null, message };
  });
  const place = ({ field }: PlacedError) => (field === null ? -1 : fields.indexOf(field));
  return placed.sort((a, b) => place(a) - place(b));
}
