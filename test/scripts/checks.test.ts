import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));

function run(command: string, args: string[], cwd: string): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd }, (error, out) => resolve({ code: error ? Number(error.code) : 0, out }));
  });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'queenbook-checks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('check-secrets', () => {
  const check = async (name: string, text: string) => {
    await run('git', ['init', '-q'], folder);
    await writeFile(join(folder, name), text);
    await run('git', ['add', '-f', '--', name], folder);
    return run(process.execPath, [script('check-secrets.js'), folder], folder);
  };
  const hex = randomBytes(32).toString('hex');
  const word = randomBytes(30).toString('hex').slice(0, 36);

  // The secrets consist of several parts, so that this file contains no secret.
  const SECRETS: [string, string][] = [
    ['Queenbook API key', `curl -H "Authorization: Bearer ${'qb_live'}_${hex}"`],
    ['private key', `-----BEGIN EC ${'PRIVATE'} KEY-----`],
    ['AWS key', `id = ${'AKIA'}${'Q3EGRZ7WN2XK5TVB'}`],
    ['GitHub token', `token: ${'ghp'}_${word}`],
    ['npm token', `//registry.example/:${'_auth'}Token=${word}`],
    ['password in a URL', `DATABASE_URL=postgres://bees:${word}@db.example.org/bees`],
    ['secret in an assignment', `const ${'session'}Secret = '${hex}';`],
  ];
  test.each(SECRETS)('finds a %s and prints its position, but not the secret', async (kind, line) => {
    const { code, out } = await check('notes.txt', `first\n${line}\n`);
    expect([code, out]).toEqual([1, `notes.txt:2: ${kind}\n1 files, 1 secrets.\n`]);
  });

  test('finds files of types that contain secrets', async () => {
    expect(await check('.env', 'X=1')).toEqual({
      code: 1,
      out: '.env: a file type that holds secrets\n1 files, 1 secrets.\n',
    });
  });

  test('ignores text that shows only the format of a secret', async () => {
    const text = `${'qb_live'}_${'0a1b2c3d'.repeat(8)} postgres://user:password@host/db ${'SESSION'}_SECRET=\${SESSION_SECRET}`;
    expect(await check('README.md', text)).toEqual({ code: 0, out: '1 files, 0 secrets.\n' });
  });

  test('fails for a folder without files', async () => {
    await run('git', ['init', '-q'], folder);
    expect((await run(process.execPath, [script('check-secrets.js'), folder], folder)).code).toBe(1);
  });
});

describe('check-advisories', () => {
  let registry: Server | undefined;
  afterEach(() => new Promise<void>((resolve) => (registry ? registry.close(() => resolve()) : resolve())));

  /**
   * Creates a package that depends on `leaky`, starts a registry, and runs the script.
   * @param advisories the advisories that the registry returns; if undefined, the registry rejects all requests
   */
  async function check(advisories: object | undefined) {
    const dependencies = { leaky: '1.0.0' };
    const packages = {
      '': { name: 'hive', version: '1.0.0', dependencies },
      'node_modules/leaky': { version: '1.0.0', license: 'MIT' },
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'hive', version: '1.0.0', dependencies }));
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ name: 'hive', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
    );
    registry = createServer((request, response) => {
      const bulk = request.url === '/-/npm/v1/security/advisories/bulk';
      response.writeHead(bulk && advisories ? 200 : 405, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(advisories ?? {}));
    });
    await new Promise<void>((resolve) => registry!.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    return run(
      process.execPath,
      [script('check-advisories.js'), `--registry=${url}`, `--cache=${join(folder, 'cache')}`],
      folder,
    );
  }
  const advisory = (severity: string) => ({
    leaky: [
      {
        id: 1,
        url: 'https://advisories.example/1',
        title: 'Leaks',
        severity,
        vulnerable_versions: '<2',
        cwe: [],
        cvss: { score: 9, vectorString: null },
      },
    ],
  });

  test.each(['high', 'critical'])(
    'fails for an advisory with the severity %s, and names the package',
    async (severity) => {
      const { code, out } = await check(advisory(severity));
      expect([code, out]).toEqual([1, expect.stringContaining(`${severity}: leaky\n  <2: Leaks https://advisories`)]);
    },
  );

  test('reports less severe advisories and passes', async () => {
    expect(await check(advisory('moderate'))).toEqual({ code: 0, out: expect.stringContaining('moderate: leaky') });
  });

  test('passes without advisories', async () => {
    expect(await check({})).toEqual({
      code: 0,
      out: '0 vulnerable production packages, 0 of them high or critical.\n',
    });
  });

  test('reports a registry that rejects the request, and passes', async () => {
    expect(await check(undefined)).toEqual({ code: 0, out: expect.stringMatching(/^NOT CHECKED: /) });
  });
});
