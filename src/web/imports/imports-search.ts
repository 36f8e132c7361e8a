import { on, searchOf, text } from '../data/search.js';

/** The state of the list of imports, kept in the address of the page. */
export const importsSearch = searchOf({
  /** Shows dry runs instead of imports. */
  tried: on,
});

/** The checked file on the page for a new import, kept in the address of the page. */
export const newImportSearch = searchOf({
  /** Id of the dry run. */
  checked: text,
});
