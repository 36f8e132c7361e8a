import { Client } from '../service.js';
import { many, operationsOf, send } from './inputs.js';
import { mutator } from './mutated.js';

const RESOURCES = ['queens', 'evaluations', 'blup', 'hive', 'account'];
/** The lists that together contain the rows of an account. */
const LISTS = ['queens', 'queens/evaluations', 'apiaries', 'hives', 'ebv/runs', 'imports', 'changes'];

/**
 * Sends every operation, except those of sessions and accounts, with ids of another account, from clients with various
 * permissions. No response may contain a row of the other account. No row of the other account may change.
 */
export const foreignIds = {
  name: 'ids of another account',
  async run({ url, program, ids, random, inputs, responseLog, check }) {
    const mark = `Mark${Math.floor(random() * 1e9)}`;
    const own = [
      await program.must(201, 'POST', '/api/v1/apiaries', { name: mark, notes: mark }),
      await program.must(201, 'POST', '/api/v1/hives', { name: mark }),
      await program.must(201, 'POST', '/api/v1/queens', { generation: 'F0', queen_name: mark, notes: mark }),
    ].map(({ id }) => id);
    // Half of the ids belong to rows whose texts contain `mark`, so a response with one of these rows contains `mark`.
    const foreign = [...ids, ...ids.flatMap(() => own).slice(0, ids.length)];
    const contents = async () =>
      new Map(
        await Promise.all(
          LISTS.map(async (list) => [
            list,
            JSON.stringify(await program.must(200, 'GET', `/api/v1/${list}?limit=100`)),
          ]),
        ),
      );
    // Waits for jobs of earlier attacks, because their progress would change these lists.
    for (const list of ['ebv/runs', 'imports']) {
      for (const { id } of await program.must(200, 'GET', `/api/v1/${list}?limit=100`)) {
        await program.waitForEnd(`/api/v1/${list}/${id}`);
      }
    }
    const before = await contents();

    const attacker = new Client(url);
    await attacker.register('attacker@example.org');
    const clients = [attacker];
    for (let n = 0; n < 12; n += 1) {
      const level = () => ['none', 'read', 'write'][Math.floor(random() * 3)];
      const permissions = Object.fromEntries(RESOURCES.map((resource) => [resource, n === 0 ? 'write' : level()]));
      const { key } = await attacker.must(201, 'POST', '/api/api-keys', { name: `attacker ${n}`, permissions });
      const client = new Client(url);
      client.headers.Authorization = `Bearer ${key}`;
      clients.push(client);
    }
    const document = (await program.send('GET', '/api/openapi.json')).body;
    const request = mutator(document, foreign, random);
    const checkResponse = (response, summary) => {
      responseLog.add(response, summary);
      check(
        !response.text.includes(mark) || summary.includes(mark),
        `a response shows a row of another account: ${summary}`,
      );
    };
    for (const { path, method, operation } of operationsOf(document)) {
      // Signing out or deleting the account would end the attack.
      if (/session|account/.test(path)) continue;
      await many(inputs, async () => {
        const client = clients[Math.floor(random() * clients.length)];
        const created = request(`/api/v1${path}`, method, operation);
        const response = await send(url, { ...created, headers: { ...client.headers, ...created.headers } });
        checkResponse(response, `${created.method} ${created.path} ${String(created.body ?? '')}`.slice(0, 400));
      });
    }
    for (const [list, text] of await contents()) {
      check(text === before.get(list), `${list} of another account changed: ${difference(before.get(list), text)}`);
    }
    return `${responseLog.total} requests by ${clients.length} clients, ${responseLog}`;
  },
};

/** Returns both texts around their first difference. */
function difference(before, after) {
  const at = [...before].findIndex((letter, index) => letter !== after[index]);
  const from = Math.max(0, at - 200);
  return `${before.slice(from, from + 400)} became ${after.slice(from, from + 400)}`;
}
