/**
 * Maximum number of rows of a page. The documents of the web interface and of exports request pages of 100 rows, so a
 * lower limit would reject them.
 */
export const MAX_PAGE_ROWS = 100;
