import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { buildGuardedSchema } from '../../../src/server/schema.js';
import { questionsOf, type Question } from '../../auth/query-documents.js';
import { exported } from '../../features/imports/archives.js';
import { makeDocument, operationsOf, type Described } from '../../openapi/document.js';
import { CASES, makeWorld, worldIn, type Ask, type World } from '../../openapi/sample-service.js';
import type { Answer, Client } from '../../support/client.js';
import { rowsOf, withoutRowSecurity } from './policies.js';

/**
 * Row-level security hides statements that do not name the account. Two accounts with equal rows send the same requests
 * for their own and foreign rows, one with and one without row-level security; the responses must be equal.
 */
type Said = Pick<Answer, 'status' | 'body'>;
type Told = Said & { what: string };

const operations = operationsOf(await makeDocument());
const questions = questionsOf(await buildGuardedSchema());

let stranger: World;
let foreignIds: Set<string>;
let before: Record<string, string>;
let after: Record<string, string>;
let guarded: Told[];
let unguarded: Told[];

beforeAll(async () => {
  stranger = await makeWorld();
  const twins = [await worldIn(stranger.service), await worldIn(stranger.service)] as const;
  const foreign = new Map<Described, Ask>();
  for (const operation of operations) foreign.set(operation, await CASES[operation.operationId]!(stranger));
  await idle();
  before = await rowsOf(db(), stranger.account);
  foreignIds = new Set(Object.values(before).flatMap((text) => text.match(UUID) ?? []));
  guarded = await story(twins[0], foreign);
  unguarded = await withoutRowSecurity(db(), () => story(twins[1], foreign));
  after = await rowsOf(db(), stranger.account);
});
afterAll(() => stranger?.service.close());

const db = () => stranger.service.services.orm.database.kysely;

/** All reads and writes of the account, then all REST reads again. */
async function story(world: World, foreign: ReadonlyMap<Described, Ask>): Promise<Told[]> {
  const reading = operations.filter(({ method }) => method === 'GET');
  const writing = operations.filter(({ method }) => method !== 'GET');
  const told: Told[] = [];
  for (const question of questions) {
    for (const { id } of question.variables.length > 0 ? [world, stranger] : [world]) {
      const answer = await world.session.graphql(question.document, variablesOf(question, id));
      told.push(toldOf(world, question.name, answer));
    }
  }
  for (const operation of [...reading, ...writing, ...reading]) {
    for (const ask of [await CASES[operation.operationId]!(world), foreign.get(operation)!]) {
      // A case with another account as caller.
      if (ask.as) continue;
      told.push(toldOf(world, operation.operationId, await send(world, operation, ask)));
      if (operation.method !== 'GET') await idle();
    }
  }
  return told;
}

const callerOf = ({ session, key }: World, { security }: Described): Client => (security.length === 2 ? key : session);

async function send(world: World, operation: Described, { id = '', query = {}, body, file }: Ask): Promise<Said> {
  const client = callerOf(world, operation);
  if (operation.operationId === 'exportAccount') return { status: 200, body: await exported(world.session) };
  const path = `/api/v1${operation.path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return file ? client.upload(path, ...file) : client.request(operation.method, path, body);
}

/** Root field → the row that it returns, if not a queen. */
const ROWS: Record<string, keyof World['id']> = {
  apiary: 'apiary',
  hive: 'hive',
  evaluation: 'evaluation',
  ebvRun: 'run',
  import: 'import',
  apiKeyUsage: 'key',
};

function variablesOf({ name, variables }: Question, id: World['id']): Record<string, unknown> {
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

/** Resolves when no job is running. */
async function idle(): Promise<void> {
  const open = sql`
    select from ebv_run where status in ('queued', 'running')
    union all select from import where status in ('queued', 'running')`;
  while ((await open.execute(db())).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const KEY = /qb_live_[\w…]+/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** They contain a position in the changes of all accounts, or the time of a key's use. */
const PASSING = /cursor|last_?used/i;

/** Responses without values that differ between equal accounts: ids, except foreign ones, and times. */
function toldOf({ session }: World, what: string, { status, body }: Said): Told {
  // The progress of jobs differs between runs. Later reads compare their results.
  if (status === 202) return { what, status, body: null };
  const { email, name } = session.account;
  const neutral = (text: string) =>
    text
      .replaceAll(email, 'email')
      .replaceAll(name, 'name')
      .replace(UUID, (id) => (foreignIds.has(id) ? id : 'id'))
      .replace(KEY, 'key')
      .replace(TIME, 'time');
  const strip = (member: string, value: unknown) => {
    if (PASSING.test(member)) return null;
    // Uses of a key are counted beside the responses.
    if (/usage/i.test(what) && member === 'count' && Number(value) > 0) return 'some';
    return typeof value === 'string' ? neutral(value) : value;
  };
  return { what, status, body: JSON.parse(JSON.stringify(body, strip)) };
}

describe('without row-level security', () => {
  test('covers every operation and every query', () => {
    expect(guarded.length).toBeGreaterThan(2 * operations.length + questions.length);
    expect(guarded.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('an account reads only its own rows', () => {
    expect(unguarded).toHaveLength(guarded.length);
    for (const [index, told] of unguarded.entries()) expect(told).toEqual(guarded[index]);
  });

  test('an account changes no rows of others', () => {
    expect(after).toEqual(before);
  });
});
