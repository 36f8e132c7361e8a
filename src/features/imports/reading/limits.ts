/** Limits of a file. A file that exceeds a limit is rejected. Sizes are in bytes, except `record`. */
export interface ReadLimits {
  /** Columns of a table. */
  columns: number;
  /** Size of one record (all cells of a row) in characters. */
  record: number;
  /** Unpacked size of all parts of a workbook. */
  unpacked: number;
  /** Unpacked size divided by the size of the file. Real tables stay below 100; a ZIP bomb reaches 1,000. */
  ratio: number;
  /** The ratio is checked only above this unpacked size. */
  uncheckedUnpacked: number;
  /** Shared strings of a workbook, which stay in memory while its sheet is read. */
  sharedStrings: number;
}

const MiB = 1024 * 1024;

export const LIMITS: Readonly<ReadLimits> = Object.freeze({
  columns: 1024,
  record: MiB,
  unpacked: 1024 * MiB,
  ratio: 250,
  uncheckedUnpacked: 32 * MiB,
  sharedStrings: 256 * MiB,
});

/** Formats a size: `1 MiB`, `300 KiB`. */
export function formatSize(bytes: number): string {
  return bytes >= MiB ? `${Math.round(bytes / MiB)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
