import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeKey } from '../features/api-keys/keys.js';
import { sharedService, type Client, type SharedService } from '../support/service.js';

/** The client programs in docs/api.md. The tests run the programs unchanged. */
const documentation = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
const [, chapter = ''] = /\n## Client programs\n([\s\S]*)/.exec(documentation) ?? [];
const programs = [...chapter.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ language, text }));

const RUN: Record<string, { file: string; command: string[]; needs: string[] }> = {
  sh: { file: 'client.sh', command: ['sh'], needs: ['curl', '--version'] },
  js: { file: 'client.mjs', command: [process.execPath], needs: [process.execPath, '--version'] },
  python: { file: 'client.py', command: ['python3'], needs: ['python3', '--version'] },
  r: { file: 'client.R', command: ['Rscript'], needs: ['Rscript', '-e', 'library(httr2)'] },
};
const QUEENS = 205;

let service: SharedService;
let session: Client;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await sharedService();
  session = await service.register();
  const { key } = await makeKey(session, { permissions: { queens: 'read', evaluations: 'write' } });
  const names = Array.from({ length: QUEENS }, (_, index) => ({ queen_name: `Queen ${1000 + index}` }));
  expect((await session.post('/api/queens/f0/bulk', names)).status).toBe(201);
  folder = await mkdtemp(join(tmpdir(), 'queenbook-clients-'));
  environment = { PATH: process.env.PATH!, QUEENBOOK_URL: `${service.url}/api/v1`, QUEENBOOK_KEY: key };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('docs/api.md contains one client program per language', () => {
  expect(programs.map(({ language }) => language)).toEqual(['sh', 'js', 'python', 'r']);
});

/** The programs that this machine can run, because their interpreter is installed. */
const runnable = programs.filter(({ language }) => {
  const [command, ...rest] = RUN[language!]!.needs;
  return spawnSync(command!, rest).status === 0;
});

/** Runs a program in a separate process. */
async function run({ language, text }: (typeof programs)[number], key: string) {
  const { file, command } = RUN[language!]!;
  const path = join(folder, file);
  await writeFile(path, text!);
  const [interpreter, ...rest] = command;
  return promisify(execFile)(interpreter!, [...rest, path], { env: { ...environment, QUEENBOOK_KEY: key } });
}

test.each(runnable)(
  'the client in $language reads all queens, and writes an evaluation of the last queen',
  async (program) => {
    const { stdout } = await run(program, environment.QUEENBOOK_KEY!);
    expect(new Set(stdout.match(/Queen \d{4}/g)).size).toBe(QUEENS);

    const { data } = (await session.get('/api/queens/evaluations')).body;
    expect(data).toMatchObject([{ eval_year: 2025, honey_yield_kg: 42.5, gentleness: 3.5 }]);
    expect(stdout).toContain(data[0].id);
    const last = (await session.get(`/api/queens/${data[0].queen_id}`)).body.data;
    expect(last.queen_name).toBe(`Queen ${1000 + QUEENS - 1}`);
    await session.delete(`/api/queens/evaluations/${data[0].id}`);
  },
);

test.each(runnable)('the client in $language reports the permission that its key lacks', async (program) => {
  const { key } = await makeKey(session, { permissions: { queens: 'read' } });
  const failed = await run(program, key).catch((error: { stdout: string; stderr: string }) => error);
  expect(failed).toMatchObject({ code: expect.any(Number) });
  expect(failed.stdout + failed.stderr).toMatch(/"write\\?" on \\?"evaluations\\?"/);
});
