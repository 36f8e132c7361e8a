import type { HandledOperation } from '../../rest/operation.js';

const SIGNED_IN = { data: 'Session' } as const;
const SLOWED = { 429: 'too many attempts failed; `Retry-After` says when to try again.' };

export const sessionOperations: HandledOperation[] = [
  {
    method: 'POST',
    path: '/accounts',
    id: 'openAccount',
    summary: 'Opens an account and signs in to it',
    needs: 'no key',
    body: { takes: 'NewAccount' },
    returns: { ...SIGNED_IN, status: 201 },
    problems: {
      403: '`registration_closed`: accounts are opened by whoever runs this service.',
      409: '`conflict`: this e-mail address has an account already.',
      429: 'too many accounts were opened from this address in the last hour.',
    },
  },
  {
    method: 'POST',
    path: '/session',
    id: 'signIn',
    summary: 'Signs in: the answer sets the cookie of a session',
    needs: 'no key',
    body: { takes: 'SignIn' },
    returns: SIGNED_IN,
    problems: { ...SLOWED, 401: '`invalid_credentials`: the e-mail address or the password is wrong.' },
  },
  {
    method: 'GET',
    path: '/session',
    id: 'getSession',
    summary: 'Who is signed in',
    needs: { caller: 'session' },
    returns: SIGNED_IN,
  },
  {
    method: 'DELETE',
    path: '/session',
    id: 'signOut',
    summary: 'Ends this session; without one it does nothing',
    needs: 'no key',
    returns: { status: 204 },
  },
  {
    method: 'DELETE',
    path: '/account',
    id: 'closeAccount',
    summary: 'Deletes the account and everything that is of it, for good',
    needs: { caller: 'session' },
    body: { takes: 'Leaving' },
    returns: { status: 204 },
    problems: SLOWED,
  },
  {
    method: 'PUT',
    path: '/account/password',
    id: 'changePassword',
    summary: "Sets a new password and ends the account's other sessions",
    needs: { caller: 'session' },
    body: { takes: 'PasswordChange' },
    returns: { status: 204 },
    problems: SLOWED,
  },
  {
    method: 'POST',
    path: '/account/password-link',
    id: 'usePasswordLink',
    summary: 'Sets the password by a one-time link of whoever runs this service; every session of the account ends',
    needs: 'no key',
    body: { takes: 'PasswordReset' },
    returns: { status: 204 },
  },
];
