import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityClass } from '@mikro-orm/core';
import { sql } from 'kysely';
import { ENTITIES } from '../../src/features/entities.js';
import { findRow, findRows, fetchRowsAsJson } from '../../src/graphql/rows.js';
import { Queen } from '../../src/features/queens/queen.entity.js';
import { createDemoAccount } from '../../src/demo/create-demo-account.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await startService();
  await createDemoAccount(service.services, () => undefined);
  const em = service.services.orm.fork();
  const [row] = (await em.execute('select id from account')) as [{ id: string }];
  account = row.id;
  // Waits for the breeding-value run of the demo account, because the run changes rows until its end.
  const running = "select 1 from ebv_run where status in ('queued', 'running')";
  while (((await em.execute(running)) as unknown[]).length > 0) await setTimeout(50);
});
afterAll(() => service?.close());

const values = (row: object, names: string[]) => names.map((name) => [name, row[name as keyof typeof row]]);

test.each(ENTITIES.owned.map((entity) => [entity.name, entity as EntityClass<object>] as const))(
  'selected rows of %s equal the rows that the ORM reads',
  async (_, entity) => {
    const em = () => service.services.orm.ownedBy(account);
    const meta = em().getMetadata().get<object>(entity);
    const names = meta.props.filter(({ persist }) => persist !== false).map(({ name }) => name as string);
    const orderBy = Object.fromEntries(meta.primaryKeys.map((key) => [key, 'asc']));
    const managed = await em().find(entity, {}, { orderBy: orderBy as never, limit: 200 });
    const plain = await findRows<object>(em(), entity, {}, { orderBy: orderBy as never, limit: 200 });
    expect(plain.map((row) => values(row, names))).toEqual(managed.map((row) => values(row as object, names)));
    for (const row of plain) expect(row).toBeInstanceOf(entity);
    const table = sql.table(meta.tableName);
    const order = sql.join(meta.primaryKeys.map((key) => sql.ref(meta.properties[key as never]['fieldNames'][0])));
    const rows = sql`select q.* from ${table} q where account_id = ${account} order by ${order} limit 200`;
    expect(await fetchRowsAsJson(em(), entity, rows)).toEqual(plain);
  },
);

test('findRows returns no rows of other accounts, and findRow finds nothing without ids', async () => {
  const other = service.services.orm.ownedBy('00000000-0000-7000-8000-000000000000');
  expect(await findRows(other, Queen, {})).toEqual([]);
  expect(await findRow(service.services.orm.ownedBy(account), Queen, { id: { $in: [] } })).toBeNull();
});
