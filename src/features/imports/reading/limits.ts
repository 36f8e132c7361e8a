/** What a file may cost before it is refused. Sizes in bytes unless said otherwise. */
export interface ReadLimits {
  /** Columns of a table. */
  columns: number;
  /** One record: all cells of a row together. */
  record: number;
  /** All parts of a workbook together, unpacked. */
  unpacked: number;
  /** Unpacked size over the size of the file; sheets of real tables stay below 100, a bomb reaches 1,000. */
  ratio: number;
  /** Unpacked sizes that are fine whatever the ratio. */
  unpackedFreely: number;
  /** The shared strings of a workbook, which stay in memory while its sheet is read. */
  sharedStrings: number;
}

const MiB = 1024 * 1024;

export const LIMITS: Readonly<ReadLimits> = Object.freeze({
  columns: 1024,
  record: MiB,
  unpacked: 1024 * MiB,
  ratio: 250,
  unpackedFreely: 32 * MiB,
  sharedStrings: 256 * MiB,
});

/** A size as people say it: `1 MiB`, `300 KiB`. */
export function inWords(bytes: number): string {
  return bytes >= MiB ? `${Math.round(bytes / MiB)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
