import { isPagePath } from '../http/pages/page-paths.js';
import { PREFIXES } from '../rest/prefixes.js';

interface Place {
  /** The whole path as it is registered, where one ends here. */
  route?: string;
  steps: Map<string, Place>;
  /** What stands for any step. */
  any?: Place;
}

/** Most of what is asked, so it is looked for first. */
const GRAPHQL = '/graphql';
const FIXED = [GRAPHQL, '/healthz', '/readyz', '/metrics', ...PREFIXES.flatMap((prefix) => docsBelow(prefix))];
const FOLDERS = ['/assets/', '/samples/'] as const;

function docsBelow(prefix: string): string[] {
  return [`${prefix}/docs`, `${prefix}/openapi.json`];
}

/**
 * Names the route of a path, also of a request that was refused before it got there. A name is of this program alone: a
 * path may hold ids, names that somebody searched for, or a link's secret.
 * @param paths of REST as they are registered, without prefix. `/api` and `/api/v1` answer alike, and are named alike.
 */
export function routeNames(paths: Iterable<string>): (path: string) => string {
  const root: Place = { steps: new Map() };
  for (const path of paths) {
    let place = root;
    for (const step of stepsOf(path)) place = step.startsWith(':') ? anyOf(place) : stepTo(place, step);
    place.route = `/api${path}`;
  }
  const fixed = new Map(FIXED.map((path) => [path, path.replace('/api/v1/', '/api/')]));
  return (path) => {
    if (path === GRAPHQL) return path;
    const low = path.toLowerCase();
    if (low.startsWith('/api/')) {
      const below = stepsOf(low.startsWith('/api/v1/') ? low.slice(7) : low.slice(4));
      return find(root, below, 0) ?? fixed.get(path) ?? '/api/*';
    }
    return fixed.get(path) ?? folderOf(path) ?? (isPagePath(path) ? 'page' : 'none');
  };
}

const stepsOf = (path: string): string[] => path.split('/').filter(Boolean);

function anyOf(place: Place): Place {
  return (place.any ??= { steps: new Map() });
}

function stepTo({ steps }: Place, step: string): Place {
  let next = steps.get(step);
  if (!next) steps.set(step, (next = { steps: new Map() }));
  return next;
}

/** A step that is written out goes before one that may be anything. */
function find(place: Place, steps: readonly string[], at: number): string | undefined {
  const step = steps[at];
  if (step === undefined) return place.route;
  const next = place.steps.get(step);
  return (next && find(next, steps, at + 1)) ?? (place.any && find(place.any, steps, at + 1));
}

function folderOf(path: string): string | undefined {
  const folder = FOLDERS.find((each) => path.startsWith(each) || path === each.slice(0, -1));
  return folder && `${folder}*`;
}
