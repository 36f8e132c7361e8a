import type { Context } from 'koa';

/** Paths of the web application. One-time links lead to `/password`. */
const PAGE_PATHS = [
  '/',
  '/password',
  '/sign-in',
  '/register',
  '/start',
  '/queens/*',
  '/record/*',
  '/evaluations/*',
  '/apiaries/*',
  '/values/*',
  '/mating/*',
  '/imports/*',
  '/keys/*',
  '/settings/*',
  '/more',
] as const;

/**
 * First segments of the paths of the API, assets and sample files. Errors at these paths are JSON, even for browsers.
 */
const API_SEGMENTS = new Set(['api', 'assets', 'graphql', 'samples']);

const exact = new Set(PAGE_PATHS.map((path) => path.replace(/\/\*$/, '')));
const branches = new Set(PAGE_PATHS.filter((path) => path.endsWith('/*')).map(firstSegment));

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

/** Whether the path belongs to the web application. The row that the path names may not exist. */
export function isPagePath(path: string): boolean {
  return exact.has(path) || (path.startsWith('/') && branches.has(firstSegment(path)));
}

/** Whether a browser navigates to an unknown path. */
export function isBrowserNavigation(ctx: Context): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (API_SEGMENTS.has(firstSegment(ctx.path))) return false;
  return ctx.accepts('application/problem+json', 'application/json', 'text/html') === 'text/html';
}
