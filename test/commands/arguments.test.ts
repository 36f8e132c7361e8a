import { describe, expect, test } from '@jest/globals';
import { runCommand, queenbook } from '../support/command.js';

describe('queenbook', () => {
  test.each([
    [[], 0, /^Usage: queenbook COMMAND/],
    [['--help'], 0, /^Usage: queenbook COMMAND/],
    [['account', '--help'], 0, /^Usage: queenbook account add EMAIL/],
    [['status', '-h'], 0, /^Usage: queenbook status/],
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['acount'], 2, /^There is no command "acount"\. See "queenbook --help"\.\n$/],
    [['toString'], 2, /^There is no command "toString"/],
    [['migrate', '--to', 'x'], 2, /^Unknown option '--to'\. See "queenbook migrate --help"\.\n$/],
    [['status', '--environment', 'nowhere'], 2, /^--environment nowhere cannot be read \(ENOENT\)\.\n$/],
  ])('with the arguments %j exits with the code %d', async (args, code, output) => {
    const outcome = await runCommand(args, {});
    expect(outcome.code).toBe(code);
    expect(code === 0 ? outcome.out : outcome.err).toMatch(output);
    expect(code === 0 ? outcome.err : outcome.out).toBe('');
  });
});

describe('a process of queenbook', () => {
  test('exits with the code of its command', async () => {
    expect(await queenbook(['--version'], {})).toMatchObject({ code: 0, out: expect.stringMatching(/^\d/), err: '' });
    expect(await queenbook(['acount'], {})).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/"acount"/) });
  });

  // Regression: the process printed a stack trace and exited with the code 1.
  test('succeeds if the reader of its output ends early, and names the cause if the output cannot be written', async () => {
    const into = (receiver: string) => ['sh', '-c', `{ "$@"; echo "code $?" >&2; } ${receiver}`, 'sh'];
    const piped = await queenbook(['--help'], {}, into('| true'));
    expect(piped.err).toBe('code 0\n');
    const full = await queenbook(['--help'], {}, into('> /dev/full'));
    expect(full.err).toMatch(/^The result cannot be written to standard output \(ENOSPC: .*\)\.\ncode 1\n$/);
  });
});

describe('queenbook account', () => {
  test.each([
    [[], /^The action must be "add", /],
    [['ad', 'a@example.org'], /not "ad"/],
    [['add'], /^"add" takes one e-mail address/],
    [['add', 'a@b.c', 'd@e.f'], /there is also "d@e\.f"/],
    [['reset', 'a@b.c', '--name', 'A'], /^--name /],
    [['add', '--nmae', 'A'], /'--nmae'/],
    [['list', 'a@b.c'], /"a@b\.c"/],
    [['delete', 'a@b.c'], /Confirm with --yes/],
    [['add', 'a@b.c', '--yes'], /^--yes /],
  ])('with the arguments %j reports the error in one line and exits with the code 2', async (args, output) => {
    const { code, out, err } = await runCommand(['account', ...args], {});
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(output);
    expect(err).toMatch(/^.* See "queenbook account --help"\.\n$/);
  });
});
