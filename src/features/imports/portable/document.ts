/** The file of an export that a restore reads; all else in it is for people. */
export const DOCUMENT = 'queenbook.json';
export const FORMAT = 'queenbook';
export const VERSION = 1;
