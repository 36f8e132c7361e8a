import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { runs } from '../../support/fuzz.js';

const FIELDS = 'id page name parameters createdAt updatedAt';
const SAVE = `mutation ($input: SavedViewInput!) { view: saveView(input: $input) { ${FIELDS} } }`;
const LIST = `query ($page: SavedViewPage!) { views: savedViews(page: $page) { ${FIELDS} } }`;
const DELETE = 'mutation ($id: ID!) { view: deleteSavedView(id: $id) { id name } }';

let service: SharedService;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const save = async (input: object, as = client) => (await as.graphql(SAVE, { input })).body;
const list = async (page = 'QUEENS', as = client) => (await as.graphql(LIST, { page })).body.data.views;
const errorOf = (body: { errors: { extensions: object }[] }) => body.errors[0]!.extensions;

describe('saved views', () => {
  test('are listed by page, in the natural order of their names', async () => {
    for (const name of ['Line 10', 'line 9', 'Line 2'])
      await save({ page: 'QUEENS', name, parameters: `line=${name}` });
    await save({ page: 'MATING', name: 'Line 1', parameters: 'queen=a,b' });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Line 2', 'line 9', 'Line 10']);
    expect(await list('MATING')).toMatchObject([{ page: 'MATING', name: 'Line 1', parameters: 'queen=a,b' }]);
    expect(await list('RANKING')).toEqual([]);
  });

  test('are replaced by a view with the same name and page', async () => {
    const { data } = await save({ page: 'QUEENS', name: ' Carnica  2024 ', parameters: 'race=Carnica' });
    const past = '2020-01-01T00:00:00.000Z';
    await sql`update saved_view set created_at = ${past}, updated_at = ${past} where id = ${data.view.id}`.execute(
      service.services.orm.database.kysely,
    );
    const again = await save({ page: 'QUEENS', name: 'Carnica 2024' });
    expect(again.data.view).toMatchObject({ id: data.view.id, name: 'Carnica 2024', parameters: '', createdAt: past });
    expect(again.data.view.updatedAt > past).toBe(true);
    await save({ page: 'RANKING', name: 'Carnica 2024', parameters: 'race=Carnica' });
    expect(await list()).toEqual([again.data.view]);
  });

  test('can be deleted only once', async () => {
    const { view } = (await save({ page: 'QUEENS', name: 'Carnica' })).data;
    expect((await client.graphql(DELETE, { id: view.id })).body.data.view).toEqual({ id: view.id, name: 'Carnica' });
    expect(await list()).toEqual([]);
    expect(errorOf((await client.graphql(DELETE, { id: view.id })).body)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are stored with any name and parameters, except surrounding blanks', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, text, async (name, parameters) => {
        const { data, errors } = await save({ page: 'RANKING', name, parameters });
        if (!data?.view) return expect(errors[0].extensions.errors[0].path).toMatch(/^input\.(name|parameters)$/);
        expect(data.view.parameters.normalize('NFC')).toBe(parameters.trim().normalize('NFC'));
        expect((await list('RANKING')).find(({ id }: { id: string }) => id === data.view.id)).toEqual(data.view);
        await client.graphql(DELETE, { id: data.view.id });
      }),
      { numRuns: runs(20) },
    );
  });

  test.each<[string, object, string, string]>([
    ['no name', {}, 'input.name', 'is required'],
    ['a blank name', { name: ' ' }, 'input.name', 'is required'],
    ['a long name', { name: 'n'.repeat(101) }, 'input.name', 'must have at most 100 characters, not 101'],
    [
      'long parameters',
      { name: 'n', parameters: 'p'.repeat(20_001) },
      'input.parameters',
      'must have at most 20000 characters, not 20001',
    ],
  ])('are rejected with %s', async (_, input, path, message) => {
    expect(errorOf(await save({ page: 'QUEENS', ...input }))).toMatchObject({ errors: [{ path, message }] });
    expect(await list()).toEqual([]);
  });

  test('are limited to 100 for each account, but can still be replaced', async () => {
    for (let index = 1; index <= 100; index++) await save({ page: index % 2 ? 'QUEENS' : 'MATING', name: `${index}` });
    expect(errorOf(await save({ page: 'QUEENS', name: 'one more' }))).toMatchObject({
      code: 'CONFLICT',
      errors: [{ code: 'too_many_views', params: { most: 100 } }],
    });
    expect((await save({ page: 'QUEENS', name: '1', parameters: 'a=b' })).data.view.parameters).toBe('a=b');
    expect((await save({ page: 'QUEENS', name: 'one more' }, await service.register())).data.view.name).toBe(
      'one more',
    );
  });

  test('cannot be read, replaced or deleted by another account', async () => {
    const { view } = (await save({ page: 'QUEENS', name: 'Carnica', parameters: 'mine' })).data;
    const stranger = await service.register();
    expect(await list('QUEENS', stranger)).toEqual([]);
    await save({ page: 'QUEENS', name: 'Carnica', parameters: 'theirs' }, stranger);
    expect(errorOf((await stranger.graphql(DELETE, { id: view.id })).body)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await list()).toEqual([view]);
  });

  test('require the permission for queens', async () => {
    await save({ page: 'QUEENS', name: 'Carnica' });
    const reader = clientWithKey(service, (await makeKey(client, { permissions: { queens: 'read' } })).key);
    expect(await list('QUEENS', reader)).toHaveLength(1);
    const required = { resource: 'queens', level: 'write' };
    expect(errorOf(await save({ page: 'QUEENS', name: 'Other' }, reader))).toMatchObject({ required });
    const other = clientWithKey(service, (await makeKey(client, { permissions: { blup: 'write' } })).key);
    expect((await other.graphql(LIST, { page: 'QUEENS' })).body.data).toEqual({ views: null });
  });
});
