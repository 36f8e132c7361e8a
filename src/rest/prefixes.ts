/** The prefixes of the API. Every path is available under both prefixes. */
export const PREFIXES = ['/api', '/api/v1'] as const;

/**
 * A pattern that matches the path under both prefixes. A single pattern is faster, because the router compares patterns
 * one by one.
 */
export const withPrefixes = (path: string): string => `/api{/v1}${path}`;
