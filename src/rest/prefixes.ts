/** Every path is available under both prefixes. */
export const PREFIXES = ['/api', '/api/v1'] as const;

/** A pattern that matches the path under both prefixes: one pattern, since the router tries them one by one. */
export const withPrefixes = (path: string): string => `/api{/v1}${path}`;
