import { isPagePath } from '../http/pages/page-paths.js';

type NamedPattern = readonly [pattern: RegExp, name: string];

const FIXED_NAMES: readonly NamedPattern[] = [
  [/^\/graphql\/?$/, '/graphql'],
  [/^\/healthz$/, '/healthz'],
  [/^\/readyz$/, '/readyz'],
  [/^\/metrics$/, '/metrics'],
  [/^\/assets(?:\/|$)/, '/assets/*'],
  [/^\/samples(?:\/|$)/, '/samples/*'],
  [/^\/api(?:\/v1)?\/docs$/, '/api/docs'],
  [/^\/api(?:\/v1)?\/openapi\.json$/, '/api/openapi.json'],
];
const UNKNOWN_API_PATH: NamedPattern = [/^\/api\//i, '/api/*'];

/**
 * Returns a function that returns the name of a path's route, even for requests that are rejected before routing. Names
 * contain no parts of the actual path, which may contain ids, search terms or secrets.
 * @param paths registered REST paths without prefix. Names are the same under `/api` and `/api/v1`.
 */
export function routeNames(paths: Iterable<string>): (path: string) => string {
  // `~` sorts after letters. Therefore literal segments take precedence over parameters.
  const sortKey = (path: string) => path.replaceAll(':', '~');
  const sorted = [...new Set(paths)].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const names = [...FIXED_NAMES, ...sorted.map(namedRoute), UNKNOWN_API_PATH];
  return (path) => names.find(([pattern]) => pattern.test(path))?.[1] ?? (isPagePath(path) ? 'page' : 'none');
}

function namedRoute(path: string): NamedPattern {
  const pattern = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return [new RegExp(`^/api(?:/v1)?${pattern}/?$`, 'i'), `/api${path}`];
}
