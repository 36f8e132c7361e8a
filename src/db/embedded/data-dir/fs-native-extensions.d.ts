/** The functions that the service uses of a package without types. */
declare module 'fs-native-extensions' {
  /** @returns whether the lock was acquired; false if another open file has the lock */
  export function tryLock(file: number, offset?: number, length?: number): boolean;
}
