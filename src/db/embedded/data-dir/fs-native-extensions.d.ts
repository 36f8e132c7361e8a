/** Types of the functions that the service uses; the package itself has no types. */
declare module 'fs-native-extensions' {
  /** @returns whether the lock was acquired; false if another open file has the lock */
  export function tryLock(file: number, offset?: number, length?: number): boolean;
}
