import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const FILE = 'Name;Honig;Sanftmut\nAnna;30;3,5\n';
const years = async () =>
  (await all<{ eval_year: number }>(client, '/api/queens/evaluations')).map(({ eval_year }) => eval_year);

describe('a table of tests without a year', () => {
  test('fails with one error and writes nothing if the request has no eval_year', async () => {
    const { status, errors } = await importFile(client, 'tests.csv', FILE);
    expect([status, errors]).toMatchObject(['failed', [{ row: null, code: 'year_missing' }]]);
    expect(await all(client, '/api/queens')).toEqual([]);
  });

  test('gets the year from eval_year of the request', async () => {
    expect(await importFile(client, 'tests.csv', FILE, { eval_year: '2023' })).toMatchObject({ status: 'completed' });
    expect(await years()).toEqual([2023]);
  });

  test('is refused with 400 if eval_year of the request is invalid', async () => {
    const { status, body } = await client.upload('/api/imports', 'tests.csv', FILE, { eval_year: 'last' });
    expect([status, body.errors[0].path]).toEqual([400, 'eval_year']);
  });
});

test('eval_year of the request does not replace the year of a row', async () => {
  const file = 'Name;Jahr;Honig\nAnna;2021;30\nBerta;;25\n';
  expect(await importFile(client, 'tests.csv', file, { eval_year: '2023' })).toMatchObject({ status: 'completed' });
  expect((await years()).toSorted()).toEqual([2021, 2023]);
});
