import { on, searchOf, text } from '../data/search.js';

export const importsSearch = searchOf({
  /** Shows dry runs instead of imports. */
  tried: on,
});

export const newImportSearch = searchOf({
  /** Id of the dry run of the checked file. */
  checked: text,
});
