import { expect } from '@jest/globals';
import type { Permissions } from '../../../src/auth/permissions.js';
import { Client, type TestResponse, type TestService } from '../../support/service.js';

export const READ_ALL: Permissions = {
  queens: 'read',
  evaluations: 'read',
  blup: 'read',
  hive: 'read',
  account: 'read',
};

export interface CreatedKey {
  id: string;
  key: string;
  key_prefix: string;
  [member: string]: unknown;
}

/** Creates a key for the signed-in user. */
export async function makeKey(session: Client, input: Record<string, unknown> = {}): Promise<CreatedKey> {
  const { status, body } = await session.post('/api/api-keys', { name: 'Key', permissions: READ_ALL, ...input });
  if (status !== 201) throw new Error(`No key was created: ${status} ${JSON.stringify(body)}`);
  return body.data as CreatedKey;
}

/** Creates a client that sends this key. */
export function clientWithKey(service: Pick<TestService, 'url'>, key: string): Client {
  const client = new Client(service.url);
  client.headers.Authorization = `Bearer ${key}`;
  return client;
}

export const paths = ({ body }: TestResponse) => body.errors.map(({ path }: { path: string }) => path).sort();

/** Expects a rejection by REST or GraphQL. */
export function expectProblem(
  response: TestResponse,
  status: number,
  code: string,
  challenge: string | null = null,
): void {
  const found = response.body.errors?.[0]?.extensions?.code ?? response.body.code;
  expect([response.status, found, response.headers.get('WWW-Authenticate')]).toEqual([status, code, challenge]);
}

export const INVALID_TOKEN = 'Bearer error="invalid_token"';
