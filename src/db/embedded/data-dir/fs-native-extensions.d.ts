/** The used part of a package without types. */
declare module 'fs-native-extensions' {
  /** @returns whether the lock is taken; false where another open file has it */
  export function tryLock(file: number, offset?: number, length?: number): boolean;
}
