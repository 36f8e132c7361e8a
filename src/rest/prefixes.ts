/** Every path answers under both alike. */
export const PREFIXES = ['/api', '/api/v1'] as const;

/** A path below the prefix, under each of them: as one pattern, since the router tries them one by one. */
export const withPrefixes = (path: string): string => `/api{/v1}${path}`;
