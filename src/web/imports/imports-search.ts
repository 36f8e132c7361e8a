/** The state of the list of imports, kept in the address of the page. */
export interface ImportsSearch {
  /** Shows dry runs instead of imports. */
  tried?: true;
}

/** The checked file on the page for a new import, kept in the address of the page. */
export interface NewImportSearch {
  /** Id of the dry run. */
  checked?: string;
}

export function newImportSearch({ checked }: Record<string, unknown>): NewImportSearch {
  return typeof checked === 'string' ? { checked } : {};
}

export function importsSearch({ tried }: Record<string, unknown>): ImportsSearch {
  return tried === true ? { tried } : {};
}
