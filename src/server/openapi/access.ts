import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { LEVELS, RESOURCES } from '../../auth/permissions.js';
import { ACCOUNT_MEMBERS, ACCOUNT_SHAPE } from '../../features/accounts/account.rest.js';
import {
  ACCOUNT_DELETION,
  NEW_ACCOUNT,
  PASSWORD_CHANGE,
  PASSWORD_RESET,
  SIGN_IN,
} from '../../features/accounts/input.js';
import { OVERLAP_HOURS, EXPIRY_DAYS } from '../../features/api-keys/api-key.checks.js';
import { KEY_MEMBERS, OWN_MEMBERS } from '../../features/api-keys/api-key.rest.js';
import {
  answerObject,
  inputObject,
  listOf,
  orNull,
  without,
  type Components,
  type JsonSchema,
} from '../../openapi/json-schema.js';
import { shapeSchema } from '../../openapi/inputs.js';
import { membersOf, UUID } from '../../openapi/members.js';
import { ids, instant } from './examples.js';

const account = {
  id: ids.account,
  email: 'anna@bees.example',
  name: 'Anna',
  language: 'en',
  created_at: instant,
};
const PASSWORD = 'a good long password';

/** Accounts and sessions. */
export function accountComponents(graph: GraphQLSchema): Components {
  const members = membersOf(graph, 'Account', ACCOUNT_MEMBERS);
  return {
    Account: {
      schema: answerObject('The profile of an account.', members),
      example: { ...account, updated_at: instant },
    },
    AccountChange: {
      schema: shapeSchema(graph, 'AccountInput', ACCOUNT_SHAPE, true),
      example: { language: 'de' },
    },
    AccountDeletion: {
      schema: fromZod('Confirmation of the deletion of an account.', ACCOUNT_DELETION),
      example: { password: PASSWORD },
    },
    Session: { schema: answerObject('The account of the session.', without(members, 'updated_at')), example: account },
    NewAccount: {
      schema: fromZod('A new account.', NEW_ACCOUNT),
      example: { email: account.email, name: account.name, password: PASSWORD },
    },
    SignIn: {
      schema: fromZod('Credentials of an account.', SIGN_IN),
      example: { email: account.email, password: PASSWORD },
    },
    PasswordChange: {
      schema: fromZod('The current and the new password.', PASSWORD_CHANGE),
      example: { current_password: PASSWORD, new_password: 'a better long password' },
    },
    PasswordReset: {
      schema: fromZod('A one-time token and the new password.', PASSWORD_RESET),
      example: { token: 'kK3wV0b7dQeN9xYt', new_password: PASSWORD },
    },
  };
}

function fromZod(description: string, shape: z.ZodRawShape): JsonSchema {
  const schema = without(z.toJSONSchema(z.strictObject(shape), { io: 'input' }), '$schema');
  // All members are required. zod's own list omits members with custom rules.
  return { description, ...schema, required: Object.keys(shape) };
}

/** Matches text with a visible character. */
const KEY_NAME: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern:
    '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff]',
  description: 'Name of the key. At least one character is not blank.',
};
const ADDRESS = {
  type: 'string',
  anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }, { pattern: '^[0-9a-fA-F:.]+/[0-9]{1,3}$' }],
  description: 'An IP address, or a subnet in CIDR notation.',
};

const resources = Object.entries(RESOURCES);
const levels = (level: (name: string) => string) => Object.fromEntries(resources.map(([name]) => [name, level(name)]));
const LEVEL = { type: 'string', enum: Object.keys(LEVELS) };
const PERMISSIONS = Object.fromEntries(
  resources.map(([name, description]) => [name, { ...LEVEL, description: `${description}.` }]),
);

const own = {
  id: ids.key,
  name: 'My script',
  key_prefix: 'qb_live_0a1b2c3d…4e5f',
  permissions: levels((name) => (name === 'evaluations' ? 'write' : 'read')),
  status: 'enabled',
  ip_allowlist: ['192.0.2.0/24'],
  created_at: instant,
  expires_at: null,
};
const key = { ...own, revoked_at: null, last_used_at: instant, last_used_ip: '192.0.2.17' };

/** API keys. */
export function keyComponents(graph: GraphQLSchema): Components {
  const members = membersOf(graph, 'ApiKey', KEY_MEMBERS);
  const raw = {
    type: 'string',
    pattern: '^qb_live_[0-9a-f]{64}$',
    description: 'The raw key. It is returned only once.',
  };
  return {
    ApiKey: { schema: answerObject('An API key, with which a program authenticates.', members), example: key },
    PresentedKey: {
      schema: answerObject('The API key of the request.', membersOf(graph, 'ApiKey', OWN_MEMBERS)),
      example: own,
    },
    IssuedApiKey: {
      schema: answerObject('A newly created API key.', { ...members, key: raw }),
      example: { ...key, last_used_at: null, last_used_ip: null, key: `qb_live_${'0a1b2c3d'.repeat(8)}` },
    },
    ApiKeyUse: {
      schema: answerObject('Number of requests with a key on one day.', {
        date: { type: 'string', format: 'date', description: 'Day in UTC.' },
        count: { type: 'integer', minimum: 0, description: 'Number of requests.' },
      }),
      example: { date: '2026-05-01', count: 240 },
    },
    NewApiKey: {
      schema: inputObject(
        'Fields of a new API key.',
        {
          name: KEY_NAME,
          permissions: inputObject('Permission level on each resource; `none` if absent.', PERMISSIONS),
          expires_in_days: {
            enum: [...EXPIRY_DAYS, 'never', null],
            description: 'Days until the key expires. The key does not expire if null, `never` or absent.',
          },
          ip_allowlist: {
            ...orNull(listOf(ADDRESS)),
            maxItems: 100,
            description: 'IP addresses and subnets from which the key is accepted; empty for any address.',
          },
        },
        ['name', 'permissions'],
      ),
      example: {
        name: 'My script',
        permissions: { queens: 'read' },
        expires_in_days: 90,
        ip_allowlist: ['192.0.2.0/24'],
      },
    },
    ApiKeyChange: {
      schema: {
        ...inputObject('Changes to an API key. Absent members keep their values.', {
          name: KEY_NAME,
          status: {
            type: 'string',
            enum: ['enabled', 'disabled'],
            description: 'New status. The status of an expired or revoked key cannot be changed.',
          },
        }),
        minProperties: 1,
      },
      example: { status: 'disabled' },
    },
    ApiKeyName: {
      schema: inputObject(
        'The API key to revoke.',
        {
          id: { ...UUID, description: 'Id of the key.' },
          with_predecessors: {
            type: 'boolean',
            default: false,
            description: 'Whether to also revoke the keys that this key replaced by rotation.',
          },
        },
        ['id'],
      ),
      example: { id: ids.key },
    },
    Rotation: {
      schema: inputObject('Options of a key rotation.', {
        overlap_hours: {
          type: 'integer',
          enum: OVERLAP_HOURS,
          default: 0,
          description: 'Hours until the old key is revoked.',
        },
      }),
      example: { overlap_hours: 24 },
    },
  };
}
