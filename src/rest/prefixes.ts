/**
 * A pattern that matches the path under both prefixes. A single pattern is faster, because the router compares patterns
 * one by one.
 */
export const withPrefixes = (path: string): string => `/api{/v1}${path}`;
