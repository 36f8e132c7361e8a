import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { flushAuditTrail } from '../../src/features/audit/background.js';
import { isUuid } from '../../src/validation/uuid.js';
import { makeKey } from '../features/api-keys/keys.js';
import { factories } from '../support/factories.js';
import { runs } from '../support/fuzz.js';
import { sharedService, type AccountClient } from '../support/service.js';
import { everyList, type List, type PageRequest } from './all-lists.js';

const [MOTHER, DAUGHTER, OTHER, F1] = [uuid(), uuid(), uuid(), uuid()];
const [APIARY, HIVE, RUN, IMPORT, UNKNOWN] = [uuid(), uuid(), uuid(), uuid(), uuid()];
const ids = [MOTHER, DAUGHTER, OTHER, F1, APIARY, HIVE, RUN, UNKNOWN];

const lists = (await everyList(ids, IMPORT)).map((list) => [list.name, list] as const);

let client: AccountClient;
beforeAll(async () => {
  const service = await sharedService();
  client = await service.register();
  const account = client.account.id;
  const make = factories(service.services.orm.database.kysely);
  await make.queens(account, [
    { id: MOTHER, name: 'Jutta', external_id: 'DE-1', birth_date: '2020-06-21', race: 'Carnica', status: 'production' },
    { id: DAUGHTER, name: 'Juno', mother_id: MOTHER, birth_date: '2022', status: 'testing' },
    { id: OTHER, name: 'Jule', mother_id: MOTHER, race: 'Carnica', external_id: 'DE-3' },
    { id: F1, name: 'Jara', generation: 'F1', mother_id: MOTHER, father_id: OTHER, mated_to_id: OTHER },
    { name: 'Jana', generation: 'F1', mother_id: MOTHER },
  ]);
  await make.apiary(account, { id: APIARY });
  await make.apiary(account);
  await make.hive(account, { id: HIVE, apiary_id: APIARY, queen_id: F1 });
  await make.hive(account);
  const scores = { gentleness: 3, vigor: 2, wintering: 1.5, non_swarming: 4, comb_behavior: 2, hyg6h: 10, hyg24h: 40 };
  await make.evaluation(account, DAUGHTER, { apiary_id: APIARY, hive_id: HIVE, evaluated_on: '2024-07-01', ...scores });
  await make.evaluation(account, OTHER, { year: 2022, honey: null, vigor: 1 });
  await make.run(account, { id: RUN, traits: ['honey', 'gentleness'] });
  await make.run(account, { status: 'failed', computed_at: null });
  for (const queen of [DAUGHTER, OTHER]) {
    const value = queen === OTHER ? { raw: null, reliability: null, normalized: 98.5 } : { normalized: 104 };
    for (const trait of ['honey', 'gentleness']) {
      for (const entity_type of ['queen', 'worker']) {
        await make.breedingValue(account, RUN, queen, { ...value, trait, entity_type });
      }
    }
  }
  await make.import(account);
  await make.import(account, { id: IMPORT, dry_run: true });
  await sql`
    insert into import_review (account_id, import_id, position, "row", state, is_doubtful, cells)
    values (${account}, ${IMPORT}, 2, 2, 'new', false, '{Jutta}'), (${account}, ${IMPORT}, 3, 3, 'faulty', true, '{Juno}'),
      (${account}, ${IMPORT}, 1000000001, null, 'new', false, '{}')`.execute(service.services.orm.database.kysely);
  await make.breedingValue(account, RUN, F1, { reliability: 0.25 });
  for (const name of ['One', 'Two']) await makeKey(client, { name });
  // The audit trail is written asynchronously.
  await flushAuditTrail();
});

type Member = string | number | null;

const membersOf = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Member[];

/**
 * Replaces one member of a cursor.
 * @param json the new value
 */
function replaceMember(cursor: string, at: number, json: string): string {
  const members = membersOf(cursor).map((member) => JSON.stringify(member));
  return Buffer.from(`[${members.with(at, json).join()}]`).toString('base64url');
}

const TEXTS = [
  ...['', 'x', 'NaN', 'now', 'infinity', 'F0', 'honey', 'a\0b', '\ud800', 'x'.repeat(8000), UNKNOWN, F1.toUpperCase()],
  ...['2024-02-29', '2024-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ...['+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'],
].map((text) => JSON.stringify(text));
const NUMBERS = ['0', '-0', '1', '-1', '1.5', '32768', '2147483648', '9007199254740993', '1e308', '5e-324', '1e400'];
const OTHERS = ['null', 'true', 'false', '[]', '["x"]', '{}', '{"a":1}', 'NaN', ''];

/** PostgreSQL has no year 0. */
const isInstant = (text: string) => /^(?!0000)\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns true if the JSON text is not a valid value for the column of the member. */
function isForeign(member: Member, json: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return true;
  }
  if (value === null || member === null) return typeof (value ?? 0) === 'object' || typeof value === 'boolean';
  if (typeof value !== typeof member) return true;
  if (typeof value !== 'string' || typeof member !== 'string') return !Number.isFinite(value);
  if (isUuid(member)) return !isUuid(value);
  return value.includes('\0') || (isInstant(member) && !isInstant(value));
}

/** Returns the cursors of the first page in the order `sort`, for several page sizes. */
async function allCursors(list: List, sort: unknown): Promise<string[]> {
  const cursors: string[] = [];
  for (const limit of [1, 2, 3, 100]) {
    const page = await list.read(client, { sort, limit });
    expect([page.status, page.faults]).toEqual([200, []]);
    cursors.push(...page.cursors);
  }
  return cursors;
}

const WRONG_VALUES = ['0', '"x"', 'true', JSON.stringify('a\0b'), '"0000-01-01T00:00:00.000Z"'];

const byOneField = ({ sorts }: List) => sorts.filter((sort) => !Array.isArray(sort) || sort.length === 1);

test.each(lists)('%s rejects cursors with values of another type, in every order', async (_, list) => {
  for (const sort of byOneField(list)) {
    const { cursors } = await list.read(client, { sort });
    const cursor = cursors[0]!;
    expect(cursor).toBeDefined();
    for (const [at, member] of membersOf(cursor).entries()) {
      for (const json of WRONG_VALUES.filter((each) => isForeign(member, each))) {
        const { status, faults } = await list.read(client, { sort, cursor: replaceMember(cursor, at, json) });
        expect([sort, at, json, status, faults]).toEqual([sort, at, json, 400, [list.cursor]]);
      }
    }
    // The last member belongs to the unique key, which is never null.
    const { length } = membersOf(cursor);
    const { status, faults } = await list.read(client, { sort, cursor: replaceMember(cursor, length - 1, 'null') });
    expect([sort, status, faults]).toEqual([sort, 400, [list.cursor]]);
  }
});

test.each(lists)('%s accepts all filters at once, in every order', async (_, list) => {
  const filters = Object.fromEntries([...list.filters].map(([name, values]) => [name, values.at(-1)]));
  for (const sort of byOneField(list)) {
    const { status, faults } = await list.read(client, { filters, sort });
    expect([sort, status, faults]).toEqual([sort, 200, []]);
  }
});

test('a filter by queen, trait and kind of breeding value returns one row in every order', async () => {
  const filters = { trait: 'honey', entity_type: 'queen', queen_id: OTHER };
  for (const sort of ['trait', '-trait', 'entity_type', '-entity_type']) {
    const path = `/api/ebv/latest?${new URLSearchParams({ ...filters, sort })}`;
    const { status, body } = await client.get(path);
    expect([status, body.data]).toEqual([200, [expect.objectContaining({ queen_id: OTHER, normalized_value: 98.5 })]]);
    expect(body.page).toMatchObject({ total: 1, next_cursor: null });
    const order = [{ field: sort.replace('-', '').toUpperCase(), direction: sort.startsWith('-') ? 'DESC' : 'ASC' }];
    const { body: first } = await client.graphql(ONE_VALUE, { id: OTHER, sort: order });
    expect(first.data.latestEbv.nodes).toEqual([{ queenId: OTHER }]);
    const after = first.data.latestEbv.pageInfo.endCursor;
    const { body: behind } = await client.graphql(ONE_VALUE, { id: OTHER, sort: order, after });
    expect(behind.data.latestEbv.nodes).toEqual([]);
  }
});

const ONE_VALUE = `query ($id: ID!, $sort: [EbvSort!], $after: String) {
  latestEbv(queenId: $id, trait: honey, entityType: queen, sort: $sort, after: $after) {
    nodes { queenId } pageInfo { endCursor } } }`;

test.each(lists)(
  '%s returns data for any filters, order and cursor, or an error that names the cursor',
  async (_, list) => {
    const cursorsOf = new Map<unknown, Promise<string[]>>();
    const filters = [...list.filters].map(([name, values]) => [name, fc.constantFrom(...values)] as const);
    const request = fc.record<PageRequest>({
      filters: fc.record(Object.fromEntries(filters), { requiredKeys: [] }),
      sort: fc.constantFrom(...list.sorts),
      limit: fc.constantFrom(1, 2, 100),
    });
    const replacement = fc.record({
      at: fc.nat(),
      json: fc.oneof(fc.constantFrom(...TEXTS, ...NUMBERS, ...OTHERS), fc.json(), fc.double().map(String)),
    });
    const walk = async (request: PageRequest, pick: number, replaced: { at: number; json: string } | null) => {
      const page = await list.read(client, request);
      // Some lists accept only one sort field.
      fc.pre(page.faults.join() !== 'sort' || !Array.isArray(request.sort) || request.sort.length === 1);
      expect([page.status, page.faults]).toEqual([200, []]);
      let { cursors } = page;
      if (cursors.length === 0) {
        if (!replaced) return;
        if (!cursorsOf.has(request.sort)) cursorsOf.set(request.sort, allCursors(list, request.sort));
        cursors = await cursorsOf.get(request.sort)!;
      }
      const cursor = cursors[pick % cursors.length]!;
      if (!replaced) {
        const next = await list.read(client, { ...request, cursor });
        expect([next.status, next.faults]).toEqual([200, []]);
        return;
      }
      const members = membersOf(cursor);
      const at = replaced.at % members.length;
      const next = await list.read(client, { ...request, cursor: replaceMember(cursor, at, replaced.json) });
      if (next.status !== 200 || isForeign(members[at]!, replaced.json)) {
        expect([next.status, next.faults]).toEqual([400, [list.cursor]]);
      }
    };
    await fc.assert(fc.asyncProperty(request, fc.nat(), fc.option(replacement), walk), { numRuns: runs(15) });
  },
);
