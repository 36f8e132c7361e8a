import type { CustomOperation } from '../../rest/operation.js';

const SIGNED_IN = { data: 'Session' } as const;
const SLOWED = { 429: '`rate_limited`: too many failed attempts. `Retry-After` gives the time to wait.' };

export const sessionOperations: CustomOperation[] = [
  {
    method: 'POST',
    path: '/accounts',
    id: 'openAccount',
    summary: 'Create an account and sign in',
    needs: 'no key',
    body: { component: 'NewAccount' },
    returns: { ...SIGNED_IN, status: 201 },
    problems: {
      403: '`registration_closed`: only the operator of this service can create accounts.',
      409: '`conflict`: an account with this email address already exists.',
      429: '`rate_limited`: too many accounts were created from this IP address in the last hour.',
    },
  },
  {
    method: 'POST',
    path: '/session',
    id: 'signIn',
    summary: 'Sign in and set the session cookie',
    needs: 'no key',
    body: { component: 'SignIn' },
    returns: SIGNED_IN,
    problems: { ...SLOWED, 401: '`invalid_credentials`: the email address or the password is wrong.' },
  },
  {
    method: 'GET',
    path: '/session',
    id: 'getSession',
    summary: 'Get the account of the session',
    needs: { caller: 'session' },
    returns: SIGNED_IN,
  },
  {
    method: 'DELETE',
    path: '/session',
    id: 'signOut',
    summary: 'Sign out; does nothing without a session',
    needs: 'no key',
    returns: { status: 204 },
  },
  {
    method: 'DELETE',
    path: '/account',
    id: 'closeAccount',
    summary: 'Delete the account and all its data permanently',
    needs: { caller: 'session' },
    body: { component: 'AccountDeletion' },
    returns: { status: 204 },
    problems: SLOWED,
  },
  {
    method: 'PUT',
    path: '/account/password',
    id: 'changePassword',
    summary: 'Set a new password and end all other sessions of the account',
    needs: { caller: 'session' },
    body: { component: 'PasswordChange' },
    returns: { status: 204 },
    problems: SLOWED,
  },
  {
    method: 'POST',
    path: '/account/password-link',
    id: 'usePasswordLink',
    summary: 'Set the password with a one-time link and end all sessions of the account',
    needs: 'no key',
    body: { component: 'PasswordReset' },
    returns: { status: 204 },
  },
];
