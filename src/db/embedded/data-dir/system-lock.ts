/**
 * Windows makes locked ranges unreadable. Therefore, on all systems except macOS, the locked range is far behind the
 * text.
 */
const RANGE: [offset: number, length: number] = process.platform === 'darwin' ? [0, 0] : [2 ** 30, 1];

/**
 * Acquires the operating system's lock on an open file. The lock applies to all processes of this kernel, even across
 * containers. On most network file systems, the lock also applies to processes of other hosts. The lock lasts until the
 * file is closed or the process ends, even while the process is suspended.
 * @returns whether the lock was acquired; undefined if the system or the file system does not support such locks
 */
export async function systemLock(file: number): Promise<boolean | undefined> {
  try {
    // The package has binaries for Linux with glibc, macOS and Windows.
    const { tryLock } = await import('fs-native-extensions');
    return tryLock(file, ...RANGE);
  } catch {
    return undefined;
  }
}
