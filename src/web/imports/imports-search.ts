/** The state of the list of imports, kept in the address of the page. */
export interface ImportsSearch {
  /** Shows what was only tried, in place of what was imported. */
  tried?: true;
}

export function importsSearch({ tried }: Record<string, unknown>): ImportsSearch {
  return tried === true ? { tried } : {};
}
