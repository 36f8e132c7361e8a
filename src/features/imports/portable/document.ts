/** Name of the file in an export that a restore reads; the other files are for users. */
export const DOCUMENT = 'queenbook.json';
export const FORMAT = 'queenbook';
export const VERSION = 1;
