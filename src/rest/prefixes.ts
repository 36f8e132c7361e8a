/** Every path answers under both alike. */
export const PREFIXES = ['/api', '/api/v1'] as const;

/** A path below the prefix, under each of them. */
export const underBoth = (path: string): string[] => PREFIXES.map((prefix) => `${prefix}${path}`);
