/** The copies on the device: when each one was loaded, in milliseconds, and the length of its JSON text. */
export type CopyIndex = Record<string, { at: number; bytes: number }>;

export const MAX_COPIES = 2000;
export const MAX_COPIES_BYTES = 50_000_000;
/** Copies are deleted after this time. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;

export const bytesOf = (index: CopyIndex): number => Object.values(index).reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Returns the copies to delete: copies that are too old, and the oldest copies if the number or total size is too
 * large.
 */
export function beyondLimits(index: CopyIndex, now: number): string[] {
  const newestFirst = Object.entries(index).sort(([, a], [, b]) => b.at - a.at);
  let bytes = 0;
  return newestFirst.flatMap(([hash, copy], place) => {
    bytes += copy.bytes;
    return place >= MAX_COPIES || bytes > MAX_COPIES_BYTES || now - copy.at > MAX_AGE_MS ? hash : [];
  });
}
