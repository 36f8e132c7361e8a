import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { buildGuardedSchema } from '../../../src/server/schema.js';
import { queryDocuments, type QueryDocument } from '../../auth/query-documents.js';
import { exported } from '../../features/imports/archives.js';
import { makeDocument, operationsOf, type Described } from '../../openapi/document.js';
import {
  CASES,
  startSampleService,
  addSampleAccount,
  type SampleRequest,
  type SampleService,
} from '../../openapi/sample-service.js';
import type { TestResponse, Client } from '../../support/client.js';
import { rowsOf, withoutRowSecurity } from './policies.js';

/**
 * A statement without a condition on the account is faulty, but row-level security hides the fault. To find these
 * faults, two accounts with equal rows send the same requests for their own rows and for rows of a third account: the
 * first account with row-level security, and the second account without it. The responses must be equal.
 */
type StatusAndBody = Pick<TestResponse, 'status' | 'body'>;
type ComparableResponse = StatusAndBody & { label: string };

const operations = operationsOf(await makeDocument());
const documents = queryDocuments(await buildGuardedSchema());

let other: SampleService;
let foreignIds: Set<string>;
let before: Record<string, string>;
let after: Record<string, string>;
let guarded: ComparableResponse[];
let unguarded: ComparableResponse[];

beforeAll(async () => {
  other = await startSampleService();
  const equalAccounts = [await addSampleAccount(other.service), await addSampleAccount(other.service)] as const;
  const foreign = new Map<Described, SampleRequest>();
  for (const operation of operations) foreign.set(operation, await CASES[operation.operationId]!(other));
  await idle();
  before = await rowsOf(db(), other.account);
  foreignIds = new Set(Object.values(before).flatMap((text) => text.match(UUID) ?? []));
  guarded = await sendEverything(equalAccounts[0], foreign);
  unguarded = await withoutRowSecurity(db(), () => sendEverything(equalAccounts[1], foreign));
  after = await rowsOf(db(), other.account);
});
afterAll(() => other?.service.close());

const db = () => other.service.services.orm.database.kysely;

/** Sends all reads and writes for rows of the account and of the third account, and then all REST reads again. */
async function sendEverything(
  sample: SampleService,
  foreign: ReadonlyMap<Described, SampleRequest>,
): Promise<ComparableResponse[]> {
  const reading = operations.filter(({ method }) => method === 'GET');
  const writing = operations.filter(({ method }) => method !== 'GET');
  const responses: ComparableResponse[] = [];
  for (const document of documents) {
    for (const { id } of document.variables.length > 0 ? [sample, other] : [sample]) {
      const response = await sample.session.graphql(document.document, variablesOf(document, id));
      responses.push(comparable(sample, document.name, response));
    }
  }
  for (const operation of [...reading, ...writing, ...reading]) {
    for (const request of [await CASES[operation.operationId]!(sample), foreign.get(operation)!]) {
      // Skips requests that need a different client, such as a client that is not signed in.
      if (request.as) continue;
      responses.push(comparable(sample, operation.operationId, await send(sample, operation, request)));
      if (operation.method !== 'GET') await idle();
    }
  }
  return responses;
}

const callerOf = ({ session, key }: SampleService, { security }: Described): Client =>
  security.length === 2 ? key : session;

async function send(
  sample: SampleService,
  operation: Described,
  { id = '', query = {}, body, file }: SampleRequest,
): Promise<StatusAndBody> {
  const client = callerOf(sample, operation);
  if (operation.operationId === 'exportAccount') return { status: 200, body: await exported(sample.session) };
  const path = `/api/v1${operation.path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return file ? client.upload(path, ...file) : client.request(operation.method, path, body);
}

/** The kind of row that a root field returns. The other root fields return queens. */
const ROWS: Record<string, keyof SampleService['id']> = {
  apiary: 'apiary',
  hive: 'hive',
  evaluation: 'evaluation',
  ebvRun: 'run',
  import: 'import',
  apiKeyUsage: 'key',
};

function variablesOf({ name, variables }: QueryDocument, id: SampleService['id']): Record<string, unknown> {
  const row = id[ROWS[name.split('.')[0]!] ?? 'f0'];
  const values: Record<string, unknown> = {
    id: row,
    queenId: row,
    keepId: id.f0,
    mergeId: id.f1,
    externalId: 'DE-2',
    input: { queenIds: [id.f0], droneMotherIds: [id.dam], use: 'own_drones' },
  };
  return Object.fromEntries(variables.map((variable) => [variable, values[variable]]));
}

/** Waits until no job is queued or running. */
async function idle(): Promise<void> {
  const open = sql`
    select from ebv_run where status in ('queued', 'running')
    union all select from import where status in ('queued', 'running')`;
  while ((await open.execute(db())).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const KEY = /qb_live_[\w…]+/g;
/** Matches the audit event for the end of an export. The next export may not contain this event yet. */
const END_OF_EXPORT = /\{[^{}]*"export_completed"[^{}]*\},?/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Matches members with cursors or with the time of the last use of a key. Both differ between equal accounts. */
const VARIABLE_MEMBERS = /cursor|last_?used/i;

/**
 * Removes values that differ between equal accounts: names, keys, times, and all ids except ids of the third account.
 */
function comparable({ session }: SampleService, label: string, { status, body }: StatusAndBody): ComparableResponse {
  // A response with status 202 contains the progress of a job, which depends on timing. Later requests read the result
  // of the job, and these responses are compared.
  if (status === 202) return { label, status, body: null };
  const { email, name } = session.account;
  const neutral = (text: string) =>
    text
      .replaceAll(email, 'email')
      .replaceAll(name, 'name')
      .replace(UUID, (id) => (foreignIds.has(id) ? id : 'id'))
      .replace(KEY, 'key')
      .replace(END_OF_EXPORT, '')
      .replace(TIME, 'time');
  const strip = (member: string, value: unknown) => {
    if (VARIABLE_MEMBERS.test(member)) return null;
    // Uses of a key are written asynchronously, after the responses.
    if (/usage/i.test(label) && member === 'count' && Number(value) > 0) return 'some';
    return typeof value === 'string' ? neutral(value) : value;
  };
  return { label, status, body: JSON.parse(JSON.stringify(body, strip)) };
}

describe('without row-level security', () => {
  test('the tested requests cover every operation and every query', () => {
    expect(guarded.length).toBeGreaterThan(2 * operations.length + documents.length);
    expect(guarded.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('an account reads only its own rows', () => {
    expect(unguarded).toHaveLength(guarded.length);
    for (const [index, response] of unguarded.entries()) expect(response).toEqual(guarded[index]);
  });

  test('an account changes no rows of the other account', () => {
    expect(after).toEqual(before);
  });
});
