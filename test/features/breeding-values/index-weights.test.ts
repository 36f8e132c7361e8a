import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TRAIT_NAMES } from '../../../src/core/traits.js';
import {
  EQUAL_WEIGHTS,
  indexOf,
  weightsWithin,
} from '../../../src/features/breeding-values/selection-index/weights.js';
import { Trait } from '../../../src/features/evaluations/trait.enums.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { download, exported } from '../imports/archives.js';
import { importFile } from '../imports/uploads.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

const PATH = '/api/v1/ebv/index-weights';
const REST = ['honey', 'gentleness', 'vigor', 'wintering', 'swarming', 'comb_sitting', 'hyg6', 'hyg24'];
const all = (weight: number) => Object.fromEntries(REST.map((trait) => [trait, weight]));

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

describe('index weights', () => {
  test('are equal by default, and are replaced as a whole, with weight 0 for omitted traits', async () => {
    expect((await client.get(PATH)).body).toEqual({ data: { weights: all(1), updated_at: null } });
    const before = Date.now() - 1000;
    const put = await client.request('PUT', PATH, { weights: { honey: 2, swarming: -0.5 } });
    expect([put.status, put.body.data.weights]).toEqual([200, { ...all(0), honey: 2, swarming: -0.5 }]);
    expect(Date.parse(put.body.data.updated_at)).toBeGreaterThan(before);
    const got = await client.get(PATH);
    expect([got.body, got.headers.get('ETag')]).toEqual([put.body, put.headers.get('ETag')]);
    await client.request('PUT', PATH, { weights: { hyg6: 1000, gentleness: 0 } });
    expect((await client.get(PATH)).body.data.weights).toEqual({ ...all(0), hyg6: 1000 });
    const { body } = await client.graphql('{ indexWeights { weights { honey hyg6h } updatedAt } }');
    expect(body.data.indexWeights.weights).toEqual({ honey: 0, hyg6h: 1000 });
  });

  test('can be set in GraphQL, only for the account of the caller', async () => {
    const set =
      'mutation ($input: IndexWeightsInput!) { setIndexWeights(input: $input) { weights { nonSwarming honey } } }';
    const { body } = await client.graphql(set, { input: { weights: { nonSwarming: 3 } } });
    expect(body.data.setIndexWeights.weights).toEqual({ nonSwarming: 3, honey: 0 });
    expect((await (await service.register()).get(PATH)).body.data).toEqual({ weights: all(1), updated_at: null });
    const faulty = await client.graphql(set, { input: { weights: { honey: 1001 } } });
    expect(faulty.body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ path: 'input.weights.honey', message: 'must be a number from -1000 to 1000, not 1001' }],
    });
  });

  test('can be sent back unchanged, but not after another request has changed them', async () => {
    const { body, headers } = await client.request('PUT', PATH, { weights: { honey: 1 } });
    expect((await client.request('PUT', PATH, body.data)).status).toBe(200);
    await client.request('PUT', PATH, { weights: { vigor: 1 } });
    const late = await client.request(
      'PUT',
      PATH,
      { weights: { honey: 3 } },
      { headers: { 'If-Match': headers.get('ETag')! } },
    );
    expect(late.status).toBe(412);
    expect((await client.get(PATH)).body.data.weights).toEqual({ ...all(0), vigor: 1 });
  });

  test.each<[string, object, string, RegExp]>([
    ['an empty body', {}, 'weights', /is required/],
    ['null as weights', { weights: null }, 'weights', /is required/],
    ['no weight', { weights: {} }, 'weights', /at least one trait/],
    ['zero for every trait', { weights: all(0) }, 'weights', /at least one trait/],
    [
      'an unknown trait',
      { weights: { honey: 1, colour: 1 } },
      'weights.colour',
      /^is unknown; the known members are honey, /,
    ],
    [
      'an unknown trait with a long name',
      { weights: { ['x'.repeat(100)]: 1 } },
      `weights.${'x'.repeat(60)}`,
      /^is unknown/,
    ],
    ['the GraphQL name of a trait', { weights: { nonSwarming: 1 } }, 'weights.nonSwarming', /^is unknown/],
    ['a weight as text', { weights: { honey: '2' } }, 'weights.honey', /^must be a number from -1000 to 1000, not "2"/],
    [
      'a weight out of range',
      { weights: { honey: -1000.5, vigor: 1 } },
      'weights.honey',
      /^must be a number from -1000 to 1000/,
    ],
    ['a list of weights', { weights: [1, 2] }, 'weights', /must be an object of weights by trait/],
    ['an unknown member', { weights: { honey: 1 }, colour: 1 }, 'colour', /is unknown/],
  ])('are rejected and stay unchanged: %s', async (_, body, path, message) => {
    await client.request('PUT', PATH, { weights: { vigor: 1 } });
    const { status, body: response } = await client.request('PUT', PATH, body);
    expect([status, response.errors]).toMatchObject([400, [{ path, message: expect.stringMatching(message) }]]);
    expect((await client.get(PATH)).body.data.weights).toEqual({ ...all(0), vigor: 1 });
  });

  test('with many unknown traits are rejected with at most 50 errors', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`trait_${n}`, 1]));
    const { status, body } = await client.request('PUT', PATH, { weights: unknown });
    expect([status, body.errors.length]).toEqual([400, 50]);
  });

  test('require `blup: read` for reading and `blup: write` for setting', async () => {
    const key = async (permissions: object) => clientWithKey(service, (await makeKey(client, { permissions })).key);
    const reader = await key({ blup: 'read' });
    expect((await reader.get(PATH)).status).toBe(200);
    const rejected = await reader.request('PUT', PATH, { weights: { honey: 1 } });
    expect([rejected.status, rejected.body.required]).toEqual([403, { resource: 'blup', level: 'write' }]);
    expect((await (await key({ blup: 'write' })).request('PUT', PATH, { weights: { honey: 1 } })).status).toBe(200);
    expect((await (await key({ queens: 'write' })).get(PATH)).status).toBe(403);
  });

  // Regression: an undo removed the restored weights, but did not bring back the former weights.
  test('are exported, replaced by a restore, and brought back by the undo of the restore', async () => {
    await client.post('/api/queens/f0', { queen_name: 'Mona' });
    await client.request('PUT', PATH, { weights: { honey: 2.5, comb_sitting: -1 } });
    const files = await exported(client);
    expect(files['index_weights.csv']).toMatch(/^\uFEFFtrait,weight,updated_at\r\ncomb_sitting,-1,.*\r\nhoney,2.5,/);
    const other = await service.register();
    await other.request('PUT', PATH, { weights: { vigor: 1 } });
    const read = await importFile(other, 'queenbook.zip', await download(client));
    expect(read).toMatchObject({ status: 'completed', errors: [] });
    expect((await other.get(PATH)).body.data.weights).toEqual({ ...all(0), honey: 2.5, comb_sitting: -1 });
    expect((await other.post(`/api/v1/imports/${read.id}/undo`)).status).toBe(200);
    expect((await other.get(PATH)).body.data.weights).toEqual({ ...all(0), vigor: 1 });
  });

  test('that were changed after a restore are unchanged by the undo of the restore', async () => {
    await client.post('/api/queens/f0', { queen_name: 'Mona' });
    await client.request('PUT', PATH, { weights: { honey: 2.5 } });
    const other = await service.register();
    await other.request('PUT', PATH, { weights: { vigor: 1 } });
    const { id } = await importFile(other, 'queenbook.zip', await download(client));
    await other.request('PUT', PATH, { weights: { gentleness: 3 } });
    expect((await other.post(`/api/v1/imports/${id}/undo`)).status).toBe(200);
    expect((await other.get(PATH)).body.data.weights).toEqual({ ...all(0), gentleness: 3 });
  });

  // Regression: the restore of an export deleted the weights, even if the export had none and the key had no permission
  // to write breeding values.
  test('are unchanged by the restore of an export without weights, and by its undo', async () => {
    await client.post('/api/queens/f0', { queen_name: 'Mona' });
    const archive = await download(client);
    const other = await service.register();
    await other.request('PUT', PATH, { weights: { honey: 3, gentleness: 2 } });
    const { key } = await makeKey(other, { permissions: { queens: 'write' } });
    const program = clientWithKey(service, key);
    const { id, status } = await importFile(program, 'queenbook.zip', archive);
    expect(status).toBe('completed');
    expect((await other.get(PATH)).body.data.weights).toEqual({ ...all(0), honey: 3, gentleness: 2 });
    expect((await program.post(`/api/v1/imports/${id}/undo`)).status).toBe(200);
    expect((await other.get(PATH)).body.data.weights).toEqual({ ...all(0), honey: 3, gentleness: 2 });
  });
});

const weight = fc.double({ min: -1000, max: 1000, noNaN: true });
const byTrait = (value: fc.Arbitrary<number>) =>
  fc.record(Object.fromEntries(TRAIT_NAMES.map((word) => [word, value]))) as fc.Arbitrary<
    Record<keyof typeof Trait, number>
  >;

describe('index', () => {
  test('is 100 for the mean, changes with the ratios of the weights, and does not depend on their total', () => {
    fc.assert(
      fc.property(byTrait(weight), byTrait(fc.double({ min: 40, max: 160, noNaN: true })), (weights, values) => {
        const size = Object.values(weights).reduce((sum, each) => sum + Math.abs(each), 0);
        fc.pre(size > 1e-6);
        const index = indexOf(weights, values)!;
        expect(indexOf(weights, Object.fromEntries(TRAIT_NAMES.map((word) => [word, 100])))).toBe(100);
        const expected = TRAIT_NAMES.reduce((sum, word) => sum + (weights[word] / size) * (values[word] - 100), 100);
        expect(index).toBeCloseTo(expected, 8);
        const twice = Object.fromEntries(Object.entries(weights).map(([word, each]) => [word, each * 2]));
        expect(indexOf(twice as typeof weights, values)).toBeCloseTo(index, 8);
      }),
    );
  });

  test('ignores the weights of traits that the run does not have, and is null for queens who lack a value of another weighted trait', () => {
    const within = weightsWithin(EQUAL_WEIGHTS, [Trait.honey, Trait.nonSwarming]);
    expect(indexOf(within, { honey: 110, nonSwarming: 90 })).toBe(100);
    expect(indexOf({ ...within, nonSwarming: -1 }, { honey: 110, nonSwarming: 90 })).toBe(110);
    expect(indexOf(within, { honey: 110, vigor: 90 })).toBeNull();
    expect(indexOf(weightsWithin(EQUAL_WEIGHTS, []), { honey: 110 })).toBeNull();
  });
});
