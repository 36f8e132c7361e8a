import { isPagePath } from '../http/pages/page-paths.js';
import { PREFIXES } from '../rest/prefixes.js';

interface RouteNode {
  /** The registered path that ends at this node, if any. */
  route?: string;
  steps: Map<string, RouteNode>;
  /** The node of a path parameter. */
  any?: RouteNode;
}

/** The path of GraphQL is compared before all other paths, because most requests use it. */
const GRAPHQL_PATH = '/graphql';
const FIXED_PATHS = [
  GRAPHQL_PATH,
  '/healthz',
  '/readyz',
  '/metrics',
  ...PREFIXES.flatMap((prefix) => docsBelow(prefix)),
];
const FOLDERS = ['/assets/', '/samples/'] as const;

function docsBelow(prefix: string): string[] {
  return [`${prefix}/docs`, `${prefix}/openapi.json`];
}

/**
 * Returns a function that returns the name of a path's route, even for requests that are rejected before routing. Names
 * contain no parts of the actual path, which may contain ids, search terms or secrets.
 * @param paths registered REST paths without prefix. Names are the same under `/api` and `/api/v1`.
 */
export function routeNames(paths: Iterable<string>): (path: string) => string {
  const root: RouteNode = { steps: new Map() };
  for (const path of paths) {
    let place = root;
    for (const step of stepsOf(path)) place = step.startsWith(':') ? anyOf(place) : stepTo(place, step);
    place.route = `/api${path}`;
  }
  const fixed = new Map(FIXED_PATHS.map((path) => [path, path.replace('/api/v1/', '/api/')]));
  return (path) => {
    if (path === GRAPHQL_PATH) return path;
    const lowerCase = path.toLowerCase();
    if (lowerCase.startsWith('/api/')) {
      const below = stepsOf(lowerCase.startsWith('/api/v1/') ? lowerCase.slice(7) : lowerCase.slice(4));
      return findRoute(root, below, 0) ?? fixed.get(path) ?? '/api/*';
    }
    return fixed.get(path) ?? folderOf(path) ?? (isPagePath(path) ? 'page' : 'none');
  };
}

const stepsOf = (path: string): string[] => path.split('/').filter(Boolean);

function anyOf(place: RouteNode): RouteNode {
  return (place.any ??= { steps: new Map() });
}

function stepTo({ steps }: RouteNode, step: string): RouteNode {
  let next = steps.get(step);
  if (!next) steps.set(step, (next = { steps: new Map() }));
  return next;
}

/** Finds the route of a path. Literal steps take precedence over parameters. */
function findRoute(place: RouteNode, steps: readonly string[], at: number): string | undefined {
  const step = steps[at];
  if (step === undefined) return place.route;
  const next = place.steps.get(step);
  return (next && findRoute(next, steps, at + 1)) ?? (place.any && findRoute(place.any, steps, at + 1));
}

function folderOf(path: string): string | undefined {
  const folder = FOLDERS.find((each) => path.startsWith(each) || path === each.slice(0, -1));
  return folder && `${folder}*`;
}
