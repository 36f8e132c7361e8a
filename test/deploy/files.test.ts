import { expect, test } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { environment } from '../../src/core/config.js';

const read = (name: string) => readFileSync(name, 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const unit = read('deploy/queenbook.service');

/** Variables of the database, the proxy and Node, not of the service. */
const OTHERS = ['POSTGRES_PASSWORD', 'QUEENBOOK_PASSWORD', 'SITE_ADDRESS', 'FRONT_SUBNET', 'NODE_ENV'];

test.each([
  ['deploy/example.env', all(read('deploy/example.env'), /^([A-Z_]+)=/gm)],
  ['compose.yaml', [...all(compose, /^ +([A-Z_]{4,}): /gm), ...all(compose, /\$\{([A-Z_]+)/g)]],
  ['Dockerfile', all(dockerfile.replace(/^ENV /m, ' '), / ([A-Z_]+)=\S/g).filter((name) => name !== 'NODE')],
  ['deploy/queenbook.service', all(unit, /(?:Environment=| )([A-Z_]{4,})=/g)],
])('%s uses only existing variables', (_file, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !(name in environment.shape) && !OTHERS.includes(name))).toEqual([]);
});

test('the Dockerfile and the systemd unit use the command of `npm start`', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const [command] = all(dockerfile, /^CMD (\[.*\])$/gm);
  expect((JSON.parse(command!) as string[]).join(' ')).toBe(scripts.start);
  expect(all(unit, /^ExecStart=\/usr\/bin\/(.*)$/gm)).toEqual([scripts.start]);
});

test('all files in the Dockerfile and in compose.yaml exist', () => {
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((names) => names.split(' '));
  const mounted = all(compose, /- \.\/([\w./-]+):/g);
  expect(copied.length + mounted.length).toBeGreaterThan(4);
  for (const name of [...copied, ...mounted]) expect([name, existsSync(name)]).toEqual([name, true]);
  expect(all(dockerfile, /^COPY --from=build \/app\/(src\S+)/gm).flatMap((pattern) => globSync(pattern))).not.toEqual(
    [],
  );
});

test('no deployment file contains a secret', () => {
  expect(all(read('deploy/example.env'), /^(?:SESSION_SECRET|POSTGRES_PASSWORD)=(.*)$/gm)).toEqual(['', '']);
  expect(dockerfile).not.toMatch(/secret|password/i);
  expect(read('.dockerignore')).toMatch(/^\*$/m);
});
