/** Windows lets nobody read what is locked: there, as on Linux, the range that is locked is far behind the text. */
const RANGE: [offset: number, length: number] = process.platform === 'darwin' ? [0, 0] : [2 ** 30, 1];

/**
 * Takes the operating system's lock of an open file. It holds for all processes of this kernel, in whichever container
 * they are, and on most network file systems for other hosts; it lasts until the file is closed or the process is gone,
 * also while the process is suspended.
 * @returns undefined where the system, or the file system, has no such lock
 */
export async function systemLock(file: number): Promise<boolean | undefined> {
  try {
    // A binary that comes built for Linux with glibc, macOS and Windows.
    const { tryLock } = await import('fs-native-extensions');
    return tryLock(file, ...RANGE);
  } catch {
    return undefined;
  }
}
