import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createPasswordLink } from '../../src/features/accounts/password-links.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { importFile } from '../features/imports/uploads.js';
import { startService, type TestService } from '../support/service.js';
import { Logged } from './captured-log.js';

const log = new Logged();
let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'debug' }, log);
});
afterAll(() => service?.close());

const person = {
  email: 'walburga.quittenbaum@honigdorf.example',
  password: 'korrekt pferd batterie klammer',
  name: 'Walburga Quittenbaum',
};
const others = {
  wrongPassword: 'ein ganz falsches kennwort',
  newPassword: 'noch ein neues kennwort 42',
  resetPassword: 'nach dem verweis gesetzt 7',
  unknownEmail: 'niemand.kennt.mich@anderswo.example',
  queen: 'Kunigundes Schatzkammer',
  fileQueen: 'Adelgunde aus der Datei',
  filename: 'bestand-von-walburga.csv',
  variable: 'geheimnis-in-einer-variablen',
  malformed: 'not-a-key-but-a-secret-all-the-same',
  inUrl: 'token-in-der-adresse-0815',
  searched: 'gesuchter-koeniginnenname',
  inBody: 'kaputtes-json-mit-inhalt',
};

/** Sends requests with every kind of secret. Returns the secrets and the ids of the requests. */
async function sendSecrets(): Promise<{ secrets: string[]; requests: string[] }> {
  const secrets: string[] = [];
  const requests: string[] = [];
  const record = <Of extends { headers: Headers }>(response: Of): Of => {
    requests.push(response.headers.get('X-Request-Id')!);
    return response;
  };
  const visitor = service.visitor();
  record(await visitor.post('/api/accounts', person));
  secrets.push(...visitor.cookies.values());
  record(await service.visitor().post('/api/accounts', person));
  record(await service.visitor().post('/api/session', { email: person.email, password: others.wrongPassword }));
  record(await service.visitor().post('/api/session', { email: others.unknownEmail, password: others.wrongPassword }));
  record(await visitor.post('/api/session', { email: person.email, password: person.password }));
  secrets.push(...visitor.cookies.values());
  const change = { current_password: person.password, new_password: others.newPassword };
  record(await visitor.put('/api/account/password', change));

  const created = await makeKey(visitor, {
    name: others.queen,
    permissions: { queens: 'write', evaluations: 'write' },
  });
  const rotated = record(await visitor.post(`/api/api-keys/${created.id}/rotate`, { overlap_hours: 24 }));
  const keys = [created.key, rotated.body.data.key as string];
  secrets.push(...keys, ...keys.map((key) => key.slice(8)));
  for (const key of keys) {
    const program = clientWithKey(service, key);
    record(await program.get(`/api/v1/queens?search=${others.searched}`));
    record(await program.graphql(`query ${key} { queens(filter: { search: "${others.searched}" }) { totalCount } }`));
    record(await program.get('/api/v1/queens', { headers: { 'X-Request-Id': key } }));
    record(await program.get(`/api/v1/hives/${key}`));
    record(await program.get(`/${key}?key=${key}`));
    record(await program.post('/graphql', { query: `{ ${key} }` }));
    record(await clientWithKey(service, `${key}0`).get('/api/v1/queens'));
  }
  record(await clientWithKey(service, others.malformed).get('/api/v1/queens'));
  record(await visitor.get('/api/v1/queens', { headers: { Authorization: `Basic ${others.malformed}` } }));

  const { id } = (await visitor.get('/api/session')).body.data as { id: string };
  const link = await createPasswordLink(service.services, id);
  secrets.push(link);
  record(await service.visitor().get(`/password?token=${link}&other=${others.inUrl}`));
  record(await service.visitor().get(`/api/account/password-link?token=${link}`));
  record(await service.visitor().get(`/api/account/password-link/${link}`));
  const used = { token: link, new_password: others.resetPassword };
  record(await service.visitor().post('/api/account/password-link', used));
  record(await visitor.post('/api/session', { email: person.email, password: others.resetPassword }));
  secrets.push(...visitor.cookies.values());

  const mutation = 'mutation Make($input: QueenInput!) { createQueen(input: $input) { id } }';
  record(await visitor.graphql(mutation, { input: { name: others.queen, notes: others.variable } }));
  record(await visitor.graphql(mutation, { input: { name: 7, notes: others.variable, unknown: others.variable } }));
  record(await visitor.graphql(`{ queen(id: "${others.variable}") { id } }`));
  record(
    await visitor.post('/api/queens/f0', undefined, {
      headers: { 'Content-Type': 'application/json' },
      raw: `{"queen_name": "${others.inBody}`,
    }),
  );
  await importFile(visitor, others.filename, `name,birth_date\n${others.fileQueen},2021\n`);
  await importFile(visitor, others.filename, `name,birth_date\n${others.fileQueen} 2,31.31.2021\n`);

  // Causes internal errors: a database constraint without a rule in the service rejects a row, and the error quotes the
  // row.
  const db = service.services.orm.database.kysely;
  await sql`alter table queen add constraint unforeseen check (name <> 'Kunigunde') not valid`.execute(db);
  const row = { queen_name: 'Kunigunde', notes: others.variable, birth_date: '2021' };
  expect(record(await visitor.post('/api/queens/f0', row)).status).toBe(500);
  expect(
    record(
      await visitor.graphql(mutation, {
        input: { generation: 'F0', name: 'Kunigunde', dateOfBirth: '2021', notes: others.variable },
      }),
    ).body,
  ).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  await importFile(visitor, others.filename, 'name,notes\nKunigunde,x\n');
  await sql`alter table account rename column language to lost`.execute(db);
  expect(record(await service.visitor().post('/api/accounts', { ...person, email: others.unknownEmail })).status).toBe(
    500,
  );
  await sql`alter table account rename column lost to language`.execute(db);
  record(await visitor.delete('/api/account', { password: others.resetPassword }));
  secrets.push(...Object.values(person), ...Object.values(others), 'Kunigunde');
  return { secrets, requests };
}

test('the log contains every request and error, but no data from requests', async () => {
  const { secrets, requests } = await sendSecrets();
  await log.about(requests.at(-1)!);
  expect(requests.length).toBeGreaterThan(35);
  for (const request of requests) {
    const line = log.lines.find((each) => each.request === request && each.msg === 'request');
    expect(line).toMatchObject({ level: 30, method: expect.any(String), route: expect.any(String) });
  }
  const faults = log.lines.filter(({ msg }) => msg === 'unexpected error' || msg === 'import failed');
  expect(faults.length).toBe(4);
  expect(faults.map(({ err }) => (err as { code: string }).code)).toEqual(expect.arrayContaining(['23514', '42703']));
  const found = secrets.filter((secret) => log.text.toLowerCase().includes(secret.toLowerCase()));
  expect(found).toEqual([]);
  expect(log.text).not.toMatch(/qb_live_|\w@[\w-]+\.|cookie|127\.0\.0\.1/i);
});
