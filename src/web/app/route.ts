import { createRootRoute, createRoute, lazyRouteComponent, type ResolveParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadEarly, type Queries } from '../data/of-account.js';
import { NotLoaded } from '../data/problem.js';
import { NotFoundPage } from './failures.js';
import { Root } from './root.js';
import { Shell } from './shell.js';

/**
 * Loads the code of a page when the page is opened. If the code cannot be loaded, throws `NotLoaded`. With the original
 * error, the router would reload the whole interface, which fails without a network.
 */
export const lazy = (page: () => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(() =>
    page().catch((cause: unknown) => {
      throw new NotLoaded(cause);
    }),
  );

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

/** The parent of all pages that need a session. Without a session, the sign-in form replaces the page. */
export const shell = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Shell });
export const own = () => shell;

/**
 * Starts to load the data of a page while its code is loading. Does nothing if the router only preloads the page,
 * because the pointer is over a link to the page.
 * @param cause the router's reason to load the page
 */
export const early = (cause: string, queries: () => Promise<Queries>): void => {
  if (cause !== 'preload') void loadEarly(queries);
};

/** Creates the route of a page without search parameters. */
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
