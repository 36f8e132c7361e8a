import type { Context } from 'koa';

/** Where the application's page answers. One-time links lead to `/password`. */
const PATHS = [
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

/** What programs ask for; at these a browser, too, is told in JSON that there is nothing. */
const OF_PROGRAMS = new Set(['api', 'assets', 'graphql', 'samples']);

const exact = new Set(PATHS.map((path) => path.replace(/\/\*$/, '')));
const branches = new Set(PATHS.filter((path) => path.endsWith('/*')).map(firstSegment));

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
}

/** Whether the application has a screen there, or below: which of the queens there are is not asked here. */
export function isPagePath(path: string): boolean {
  return exact.has(path) || (path.startsWith('/') && branches.has(firstSegment(path)));
}

/** Whether it is a person's browser that came to an address where nothing is. */
export function isBrowserNavigation(ctx: Context): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (OF_PROGRAMS.has(firstSegment(ctx.path))) return false;
  return ctx.accepts('application/problem+json', 'application/json', 'text/html') === 'text/html';
}
