/** The state of the list of imports, kept in the address of the page. */
export interface ImportsSearch {
  /** Shows dry runs instead of imports. */
  tried?: true;
}

export function importsSearch({ tried }: Record<string, unknown>): ImportsSearch {
  return tried === true ? { tried } : {};
}
