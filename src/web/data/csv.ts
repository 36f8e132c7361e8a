/** As in the files of the service (`features/imports/csv-write.ts`); a test compares them. */
const RISKY = /^'*[=+\-@|\t\r\n＝＋－＠｜]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function cell(text: string): string {
  const guarded = RISKY.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A CSV table; a text that a spreadsheet would run as a formula gets an apostrophe. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(cell).join(',')).join('\r\n') + '\r\n';
