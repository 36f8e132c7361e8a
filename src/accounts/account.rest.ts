import { selection, toRest, type Members } from '../rest/members.js';

/** What a client may write of the account. */
export const ACCOUNT_INPUT = { name: 'name', language: 'language' } as const satisfies Members;

export const ACCOUNT_MEMBERS = {
  id: 'id',
  email: 'email',
  ...ACCOUNT_INPUT,
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Members;

export const ACCOUNT_FIELDS = selection(ACCOUNT_MEMBERS);

export const accountBody = (account: object): Record<string, unknown> => toRest(ACCOUNT_MEMBERS, account);
