import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startProcess, type ServiceProcess } from '../../support/process.js';
import { Client } from '../../support/service.js';
import { tabularInbreeding, type Row } from './test-pedigrees.js';
import { enterTwelve } from './twelve-queens.js';

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('two processes on one database', () => {
  let database: TestDatabase;
  let processes: ServiceProcess[] = [];
  let clients: Client[];
  beforeAll(async () => {
    database = await createTestDatabase();
    processes = [1, 2].map(() => startProcess({ ...database.environment, REQUESTS_PER_MINUTE: '0' }));
    clients = (await Promise.all(processes.map(({ url }) => url))).map((url) => new Client(url));
    const known = { email: 'a@example.org', password: 'a good long password' };
    await clients[0]!.post('/api/accounts', { ...known, name: 'Anna' });
    expect((await clients[1]!.post('/api/session', known)).status).toBe(200);
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGTERM')));
    await database?.drop();
  });

  test('each return current inbreeding coefficients after the other process has changed a mating', async () => {
    const id = await enterTwelve(clients[0]!);
    const mates = [id.Q06, id.Q03, id.Q05, null];
    const coefficients = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      const [writer, reader] = round % 2 === 0 ? clients : [...clients].reverse();
      const { status } = await writer!.put(`/api/queens/f0/${id.Q04}`, { mated_to_id: mates[round % mates.length] });
      expect(status).toBe(200);
      const rows = (await reader!.get('/api/queens?limit=100')).body.data as Row[];
      const expected = tabularInbreeding(rows);
      for (const { id, inbreeding } of rows) expect(inbreeding).toBeCloseTo(expected.get(id)!, 10);
      coefficients.add(rows.find((row) => row.id === id.Q10)!.inbreeding);
    }
    expect(coefficients.size).toBeGreaterThan(2);
  });
});
