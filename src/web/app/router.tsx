import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { oneOf, searchOf, text } from '../data/search.js';
import { Skeleton } from '../ui/states.js';
import { importsSearch, newImportSearch } from '../imports/imports-search.js';
import { keyQuery, keysQueries } from '../keys/queries.js';
import { matingSearch } from '../mating/mating-search.js';
import { cardSearch, pedigreeSearch } from '../pedigree/pedigree-search.js';
import { queensSearch } from '../queens/queens-search.js';
import { MATING_TYPES } from '../i18n/terms.js';
import { rankingSearch, valuesSearch } from '../values/values-search.js';
import { evaluationsSearch, newEvaluationSearch, seasonSearch } from '../record/record-search.js';
import { CrashedPage } from './failures.js';
import { next, password, register, signIn } from './public-routes.js';
import { at, early, lazy, own, root, shell } from './route.js';

const home = createRoute({
  getParentRoute: own,
  path: '/',
  validateSearch: next,
  beforeLoad: ({ search }) => {
    if (search.next) throw redirect({ to: '/sign-in', search });
  },
  loader: ({ cause }) => early(cause, async () => (await import('../home/home-data.js')).homeQueries),
  component: lazy(() => import('../home/home-page.js')),
});
const start = at('/start', () => import('../imports/start-page.js'));
const more = at('/more', () => import('./more-page.js'));

const queens = createRoute({
  getParentRoute: own,
  path: '/queens',
  validateSearch: queensSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ cause, deps }) =>
    early(cause, async () => [(await import('../queens/queens-query.js')).queensQuery(deps)]),
  component: lazy(() => import('../queens/queens-page.js')),
});
/** A planned mating that prefills the form of a queen; `matedTo` is the id of the drone mother. */
const PLANNED_MATING = { matedTo: text, matingType: oneOf(...MATING_TYPES) };

const newQueen = createRoute({
  getParentRoute: own,
  path: '/queens/new',
  validateSearch: searchOf({ generation: oneOf('F0', 'F1'), mother: text, ...PLANNED_MATING }),
  component: lazy(() => import('../queens/new-queen-page.js')),
});
const queen = at(
  '/queens/$id',
  () => import('../queen/queen-page.js'),
  async ({ id }) => (await import('../queen/queen-data.js')).queenQueries(id),
);
const editQueen = createRoute({
  getParentRoute: own,
  path: '/queens/$id/edit',
  validateSearch: searchOf(PLANNED_MATING),
  component: lazy(() => import('../queens/edit-queen-page.js')),
});
const mergeQueen = createRoute({
  getParentRoute: own,
  path: '/queens/$id/merge',
  validateSearch: searchOf({ other: text }),
  component: lazy(() => import('../queens/merge-queen-page.js')),
});
const pedigree = createRoute({
  getParentRoute: own,
  path: '/queens/$id/pedigree',
  validateSearch: pedigreeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ cause, params, deps }) =>
    early(cause, async () => [
      (await import('../pedigree/pedigree-data.js')).pedigreeQuery(params.id, deps.generations, deps.of),
    ]),
  component: lazy(() => import('../pedigree/pedigree-page.js')),
});
const card = createRoute({
  getParentRoute: own,
  path: '/queens/$id/card',
  validateSearch: cardSearch,
  component: lazy(() => import('../pedigree/card-page.js')),
});

const record = at(
  '/record',
  () => import('../record/record-page.js'),
  async () => [(await import('../record/apiary-options.js')).apiaryOptions],
);
const recordSeason = createRoute({
  getParentRoute: own,
  path: '/record/$apiaryId/$year',
  validateSearch: seasonSearch,
  loader: ({ cause, params }) =>
    early(cause, async () => [
      (await import('../record/season-data.js')).seasonQuery(params.apiaryId, Number(params.year)),
    ]),
  component: lazy(() => import('../record/season-page.js')),
});
const evaluations = createRoute({
  getParentRoute: own,
  path: '/evaluations',
  validateSearch: evaluationsSearch,
  component: lazy(() => import('../record/evaluations-page.js')),
});
const newEvaluation = createRoute({
  getParentRoute: own,
  path: '/evaluations/new',
  validateSearch: newEvaluationSearch,
  component: lazy(() => import('../record/new-evaluation-page.js')),
});
const evaluation = at('/evaluations/$id', () => import('../record/evaluation-page.js'));

const apiaries = at(
  '/apiaries',
  () => import('../apiaries/apiaries-page.js'),
  async () => [(await import('../apiaries/apiary-data.js')).apiariesQuery],
);
const apiary = at(
  '/apiaries/$id',
  () => import('../apiaries/apiary-page.js'),
  async ({ id }) => [(await import('../apiaries/apiary-data.js')).apiaryQuery(id)],
);

const values = createRoute({
  getParentRoute: own,
  path: '/values',
  validateSearch: rankingSearch,
  loaderDeps: ({ search }) => search,
  // The router loads the ranking early only when the page is opened. If the user then moves a slider, the page itself
  // requests the ranking after the slider has stopped.
  loader: ({ cause, deps }) =>
    cause === 'enter' && early(cause, async () => [(await import('../values/ranking.js')).rankingQuery(deps)]),
  component: lazy(() => import('../values/ranking-page.js')),
});
const trends = createRoute({
  getParentRoute: own,
  path: '/values/trends',
  validateSearch: valuesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ cause, deps }) =>
    cause === 'enter' && early(cause, async () => [(await import('../values/trends.js')).trendsQuery(deps)]),
  component: lazy(() => import('../values/trends-page.js')),
});
const runs = at('/values/runs', () => import('../values/runs-page.js'));
const newRun = createRoute({
  getParentRoute: own,
  path: '/values/runs/new',
  validateSearch: searchOf({ variancesOf: text }),
  component: lazy(() => import('../values/new-run-page.js')),
});
const run = at('/values/runs/$id', () => import('../values/run-page.js'));
const mating = createRoute({
  getParentRoute: own,
  path: '/mating',
  validateSearch: matingSearch,
  component: lazy(() => import('../mating/mating-page.js')),
});

const imports = createRoute({
  getParentRoute: own,
  path: '/imports',
  validateSearch: importsSearch,
  component: lazy(() => import('../imports/imports-page.js')),
});
const newImport = createRoute({
  getParentRoute: own,
  path: '/imports/new',
  validateSearch: newImportSearch,
  component: lazy(() => import('../imports/new-import-page.js')),
});
const oneImport = at('/imports/$id', () => import('../imports/import-page.js'));

const keys = at(
  '/keys',
  () => import('../keys/keys-page.js'),
  async () => keysQueries,
);
const newKey = at('/keys/new', () => import('../keys/new-key-page.js'));
const key = at(
  '/keys/$id',
  () => import('../keys/key-page.js'),
  async ({ id }) => [keyQuery(id)],
);

const settings = at('/settings', () => import('../settings/settings-page.js'));
const activity = at('/settings/activity', () => import('../settings/activity-page.js'));
const deletion = at('/settings/delete', () => import('../settings/delete-page.js'));

const pages = [
  ...[home, start, more, queens, newQueen, queen, editQueen, mergeQueen, pedigree, card],
  ...[record, recordSeason, evaluations, newEvaluation, evaluation, apiaries, apiary],
  ...[values, trends, runs, newRun, run, mating],
  ...[imports, newImport, oneImport, keys, newKey, key, settings, activity, deletion],
] as const;

export const router = createRouter({
  routeTree: root.addChildren([signIn, register, password, shell.addChildren(pages)]),
  defaultPreload: 'intent',
  // Loaders run each time a page is opened, even if the page was preloaded. They only start requests, so this is cheap.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Skeleton,
  defaultErrorComponent: CrashedPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
