import { createRoute } from '@tanstack/react-router';
import { searchOf, text } from '../data/search.js';
import { lazy, root } from './route.js';

/** The search parameters of a public page: `next` is the page to open after signing in. */
export const next = searchOf({ next: text });
export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: next,
  component: lazy(() => import('../sign-in/sign-in-page.js')),
});
export const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: next,
  component: lazy(() => import('../sign-in/register-page.js')),
});
export const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazy(() => import('../sign-in/password-page.js')),
});
