import '../base.css';
import './start.css';
import { drawMark } from '../mark.js';
import { api, graphql, Problem } from './api.js';
import { onSubmit } from './form.js';
import { listImports, wireUpload } from './imports.js';
import { text } from './table.js';

const byId = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;
const pages = ['signed-out', 'signed-in', 'unreachable'] as const;
const forms = ['sign-in', 'register', 'new-password'] as const;
const registrationOpen =
  document.querySelector<HTMLMetaElement>('meta[name="queenbook-registration"]')!.content === 'open';

/** The page to go on to after signing in: `?next=/graphql`; another origin is not followed. */
function nextPage(): string | null {
  const next = new URLSearchParams(location.search).get('next');
  if (!next) return null;
  const url = new URL(next, location.href);
  return url.origin === location.origin ? url.pathname + url.search : null;
}

function show(page: (typeof pages)[number], focus: boolean): void {
  for (const id of pages) byId(id).hidden = id !== page;
  document.querySelector<HTMLElement>('.who')!.hidden = page !== 'signed-in';
  if (focus) byId(page).querySelector<HTMLElement>(':not([hidden]) > h1')?.focus();
}

/** Which form the address asks for: `/password#token=…` from a one-time link, `#register` where registration is open. */
function wantedForm(): (typeof forms)[number] {
  if (location.pathname === '/password') return 'new-password';
  return location.hash === '#register' && registrationOpen ? 'register' : 'sign-in';
}

function showForm(focus: boolean): void {
  const wanted = wantedForm();
  for (const id of forms) byId(id).hidden = id !== wanted;
  if (focus) byId(wanted).querySelector('h1')!.focus();
}

interface Overview {
  me: { name: string | null; email: string } | null;
  all: { totalCount: number } | null;
  f0: { totalCount: number } | null;
  f1: { totalCount: number } | null;
  evaluations: { totalCount: number } | null;
}

const OVERVIEW = `{
  me { name email }
  all: queens(first: 1) { totalCount }
  f0: queens(first: 1, filter: { generation: F0 }) { totalCount }
  f1: queens(first: 1, filter: { generation: F1 }) { totalCount }
  evaluations(first: 1) { totalCount }
}`;

async function fillOverview(): Promise<void> {
  const { me, all, f0, f1, evaluations } = await graphql<Overview>(OVERVIEW);
  byId('who').textContent = me?.name || me?.email || '';
  const counts = [
    ['queens', all],
    ['F0, breeding stock', f0],
    ['F1, production', f1],
    ['evaluations', evaluations],
  ] as const;
  const items = counts.map(([label, list]) => {
    const item = text('li', ` ${label}`);
    item.prepend(text('strong', list ? list.totalCount.toLocaleString('en') : 'not known'));
    return item;
  });
  byId('counts').replaceChildren(...items);
}

function showFailure(problem: Problem): void {
  byId('unreachable').querySelector('p')!.textContent = problem.message;
  show('unreachable', true);
}

/** Shows what fits the session: the data, the sign-in form, or that the server is away. */
async function open(focus = false): Promise<void> {
  if (wantedForm() === 'new-password') {
    show('signed-out', false);
    return showForm(focus);
  }
  try {
    await api('GET', '/api/session');
    const next = nextPage();
    if (next) return location.replace(next);
    await Promise.all([fillOverview(), listImports()]);
    show('signed-in', focus);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 401) {
      show('signed-out', false);
      return showForm(focus);
    }
    showFailure(error);
  }
}

const enter = (path: string) => async (fields: FormData) => {
  await api('POST', path, Object.fromEntries(fields));
  for (const id of forms) byId<HTMLFormElement>(id).reset();
  await open(true);
};

document.querySelectorAll<SVGSVGElement>('.brand svg').forEach((svg) => drawMark(svg));
document.querySelector<HTMLElement>('.registration')!.hidden = !registrationOpen;
onSubmit(byId<HTMLFormElement>('sign-in'), enter('/api/session'));
onSubmit(byId<HTMLFormElement>('register'), enter('/api/accounts'));
onSubmit(byId<HTMLFormElement>('new-password'), async (fields) => {
  fields.set('token', new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  await api('POST', '/api/account/password-link', Object.fromEntries(fields));
  byId<HTMLFormElement>('new-password').reset();
  byId('password-set').textContent = 'The new password is set. Sign in with it.';
  // The token has been used, and should not stay in the history.
  history.replaceState(null, '', '/');
  await open(true);
});
wireUpload(
  async () => void (await Promise.all([fillOverview(), listImports()])),
  () => open(true),
);
addEventListener('hashchange', () => showForm(true));
byId('unreachable')
  .querySelector('button')!
  .addEventListener('click', () => open(true));
byId('sign-out').addEventListener('click', async () => {
  try {
    await api('DELETE', '/api/session');
    await open(true);
  } catch (error) {
    // Signed out elsewhere already: the aim is reached all the same.
    if (error instanceof Problem && error.status !== 401) showFailure(error);
    else await open(true);
  }
});
await open();
