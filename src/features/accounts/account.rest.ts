import type { BodyShape } from '../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../rest/members.js';
import { ACCOUNT_RULES } from './account.checks.js';

/** Members of an account that a client can change. */
const ACCOUNT_INPUT = { name: 'name', language: 'language' } as const satisfies Members;

export const ACCOUNT_MEMBERS = {
  id: 'id',
  email: 'email',
  ...ACCOUNT_INPUT,
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Members;

export const ACCOUNT_SHAPE: BodyShape = {
  members: ACCOUNT_INPUT,
  rules: ACCOUNT_RULES,
  required: ['name', 'language'],
  readOnly: ['id', 'email', 'created_at', 'updated_at'],
};

export const ACCOUNT_FIELDS = selection(ACCOUNT_MEMBERS);

export const accountBody = (account: object): Record<string, unknown> => toRest(ACCOUNT_MEMBERS, account);
