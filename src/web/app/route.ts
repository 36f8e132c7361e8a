import { createRootRoute, createRoute, lazyRouteComponent, type ResolveParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadEarly, type Queries } from '../data/of-account.js';
import { NotLoaded } from '../data/problem.js';
import { NotFoundPage } from './failures.js';
import { Root } from './root.js';
import { Shell } from './shell.js';

/** Loads a page when it is opened. A failure is thrown as a problem; the router would reload everything, which fails without a network. */
export const lazy = (page: () => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(() =>
    page().catch((cause: unknown) => {
      throw new NotLoaded(cause);
    }),
  );

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

/** All other pages need a session; without one, the sign-in form is shown in place of the page. */
export const shell = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });
export const own = () => shell;

/**
 * Loads data while the code of the page is loading, but not if only the pointer is over a link to it.
 * @param cause why the router loads the page
 */
export const early = (cause: string, queries: () => Promise<Queries>): void => {
  if (cause !== 'preload') void loadEarly(queries);
};

/** A page without search parameters. */
export const at = <Path extends string>(
  path: Path,
  page: () => Promise<{ default: ComponentType }>,
  data?: (params: ResolveParams<Path>) => Promise<Queries>,
) =>
  createRoute({
    getParentRoute: own,
    path,
    component: lazy(page),
    loader: ({ cause, params }) => data && early(cause, () => data(params as ResolveParams<Path>)),
  });
