import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAllowed, parseAllowlist } from '../../src/auth/allowlist.js';
import { clientAddresses, clientNetwork } from '../../src/auth/client-address.js';
import { readConfig } from '../../src/core/config.js';
import { runs } from '../support/fuzz.js';

type Headers = Record<string, string | string[]>;
const CF = 'cf-connecting-ip';
const FORWARDED = 'x-forwarded-for';
const REAL = 'x-real-ip';

const configOf = (environment: Record<string, string> = {}) => readConfig(environment);
const addressOf = (peer: string | undefined, headers: Headers = {}, environment: Record<string, string> = {}) =>
  clientAddresses({ headers, socket: { remoteAddress: peer } }, configOf(environment));

describe('clientAddresses with an untrusted peer', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8::0009', '2001:db8::9'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('returns the peer %s', (peer, address) => {
    const headers = { [CF]: '10.0.0.1', [FORWARDED]: '10.0.0.1', [REAL]: 'nonsense' };
    expect(addressOf(peer, headers)).toEqual({ all: [address], forRecord: address });
  });

  test('returns no address if the connection is closed', () => {
    expect(addressOf(undefined, { [REAL]: '10.0.0.1' })).toEqual({ all: [null], forRecord: null });
  });
});

describe('clientAddresses with a trusted proxy', () => {
  test.each<[string, Headers, (string | null)[], string | null]>([
    ['in the connection if there is no header', {}, ['127.0.0.1'], '127.0.0.1'],
    ['in CF-Connecting-IP', { [CF]: '198.51.100.1' }, ['198.51.100.1'], '198.51.100.1'],
    ['in X-Real-IP', { [REAL]: ' 198.51.100.1 ' }, ['198.51.100.1'], '198.51.100.1'],
    ['in X-Forwarded-For', { [FORWARDED]: '198.51.100.1' }, ['198.51.100.1'], '198.51.100.1'],
    ['in the last hop', { [FORWARDED]: '10.0.0.1, 198.51.100.1' }, ['198.51.100.1'], '198.51.100.1'],
    [
      'in the hop before trusted hops',
      { [FORWARDED]: '10.0.0.1,198.51.100.1,127.0.0.9, ::1' },
      ['198.51.100.1'],
      '198.51.100.1',
    ],
    ['in the first hop if all hops are trusted', { [FORWARDED]: '127.0.0.3, 127.0.0.2' }, ['127.0.0.3'], '127.0.0.3'],
    ['between empty elements', { [FORWARDED]: ', 198.51.100.1 ,, 127.0.0.2,' }, ['198.51.100.1'], '198.51.100.1'],
    ['in repeated headers', { [FORWARDED]: ['10.0.0.1', '198.51.100.1'] }, ['198.51.100.1'], '198.51.100.1'],
    ['in an IPv4-mapped IPv6 address', { [FORWARDED]: '::ffff:198.51.100.1' }, ['198.51.100.1'], '198.51.100.1'],
    [
      'before an IPv4-mapped trusted hop',
      { [FORWARDED]: '198.51.100.1, ::ffff:127.0.0.1' },
      ['198.51.100.1'],
      '198.51.100.1',
    ],
    ['with a port', { [FORWARDED]: '198.51.100.1:4711' }, ['198.51.100.1'], '198.51.100.1'],
    ['in brackets', { [FORWARDED]: '[2001:db8::1]' }, ['2001:db8::1'], '2001:db8::1'],
    ['in brackets with a port', { [REAL]: '[2001:db8::1]:443' }, ['2001:db8::1'], '2001:db8::1'],
    [
      'in an IPv6 address whose end looks like a port',
      { [REAL]: '2001:db8::1:443' },
      ['2001:db8::1:443'],
      '2001:db8::1:443',
    ],
    [
      'in the first of three headers',
      { [CF]: '198.51.100.1', [FORWARDED]: '198.51.100.2', [REAL]: '198.51.100.3' },
      ['198.51.100.1', '198.51.100.2', '198.51.100.3'],
      '198.51.100.1',
    ],
    [
      'in the first of two headers',
      { [FORWARDED]: '198.51.100.2', [REAL]: '198.51.100.3' },
      ['198.51.100.2', '198.51.100.3'],
      '198.51.100.2',
    ],
    [
      'in the only valid one of two headers',
      { [CF]: 'unknown', [REAL]: '198.51.100.3' },
      [null, '198.51.100.3'],
      '198.51.100.3',
    ],
  ])('finds the client address %s', (_, headers, all, forRecord) => {
    expect(addressOf('127.0.0.1', headers)).toEqual({ all, forRecord });
    expect(addressOf('::ffff:127.0.0.1', headers)).toEqual({ all, forRecord });
  });

  test.each([
    'unknown',
    '_hidden',
    '"198.51.100.1"',
    'for=198.51.100.1',
    '198.51.100.1:port',
    '198.51.100.1:123456',
    '[198.51.100.1]',
    '[2001:db8::1',
    '010.0.0.1',
    '127.1',
    '10.0.0.0/8',
    'fe80::1%eth0',
    '198.51.100.1 198.51.100.2',
    '',
  ])('treats %j as an unknown address that no allowlist entry matches, and records the proxy instead', (value) => {
    for (const header of [CF, FORWARDED, REAL]) {
      const addresses = addressOf('127.0.0.1', { [header]: value });
      expect(addresses).toEqual({ all: [null], forRecord: '127.0.0.1' });
      expect(isAllowed(['0.0.0.0/0', '::/0'], addresses)).toBe(false);
      expect(isAllowed([], addresses)).toBe(true);
    }
  });

  test('returns no address if CF-Connecting-IP or X-Real-IP is repeated', () => {
    // Node joins the values of a repeated header.
    expect(addressOf('127.0.0.1', { [CF]: '10.0.0.1, 198.51.100.1' }).all).toEqual([null]);
    expect(addressOf('127.0.0.1', { [REAL]: ['10.0.0.1', '198.51.100.1'] }).all).toEqual([null]);
  });

  test('ignores addresses before an invalid hop', () => {
    expect(addressOf('127.0.0.1', { [FORWARDED]: '10.0.0.1, unknown, 127.0.0.1' }).all).toEqual([null]);
  });

  test('reads forwarding headers only if the peer is a configured proxy', () => {
    const environment = { TRUSTED_PROXIES: '192.0.2.0/24, 2001:db8::/32' };
    expect(addressOf('127.0.0.1', { [REAL]: '10.0.0.1' }, environment).all).toEqual(['127.0.0.1']);
    expect(addressOf('192.0.2.200', { [REAL]: '10.0.0.1' }, environment).all).toEqual(['10.0.0.1']);
    expect(addressOf('2001:db8:1::1', { [REAL]: '10.0.0.1' }, environment).all).toEqual(['10.0.0.1']);
  });

  test.each([
    ['CF-Connecting-IP', '198.51.100.1'],
    ['X-Forwarded-For', '198.51.100.2'],
    ['X-Real-IP', '198.51.100.3'],
  ])('reads only %s if CLIENT_IP_HEADER names it', (CLIENT_IP_HEADER, address) => {
    const headers = { [CF]: '198.51.100.1', [FORWARDED]: '198.51.100.2', [REAL]: '198.51.100.3' };
    expect(addressOf('127.0.0.1', headers, { CLIENT_IP_HEADER })).toEqual({ all: [address], forRecord: address });
    const others = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name !== CLIENT_IP_HEADER.toLowerCase()),
    );
    expect(addressOf('127.0.0.1', others, { CLIENT_IP_HEADER }).all).toEqual(['127.0.0.1']);
  });
});

test('clientNetwork returns an IPv4 address unchanged, but the /64 network of an IPv6 address', () => {
  const network = (address: string) =>
    clientNetwork({ headers: { [REAL]: address }, socket: { remoteAddress: '127.0.0.1' } }, configOf());
  expect(network('198.51.100.1')).toBe('198.51.100.1');
  expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::');
  expect(clientNetwork({ headers: {}, socket: { remoteAddress: undefined } }, configOf())).toBe('');
});

describe('a forwarding header', () => {
  const PROXIES = ['192.0.2.0/24', '2001:db8:ffff::/48'];
  const environment = { TRUSTED_PROXIES: PROXIES.join(',') };
  const trusted = fc.oneof(
    fc.nat(255).map((host) => `192.0.2.${host}`),
    fc.nat(0xffff).map((host) => `2001:db8:ffff::${host.toString(16)}`),
  );
  const inside = fc.nat(0xffffff).map((host) => `10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`);
  const outside = fc.oneof(
    fc.nat(255).map((host) => `203.0.113.${host}`),
    fc.nat(255).map((host) => `::ffff:203.0.113.${host}`),
    fc.nat(0xffff).map((host) => `2001:db8::${host.toString(16)}`),
  );
  const client = fc.oneof(inside, outside);
  const hop = fc.oneof(
    { weight: 4, arbitrary: inside },
    { weight: 3, arbitrary: fc.oneof(outside, trusted) },
    { weight: 1, arbitrary: inside.map((address) => `${address}:80`) },
    { weight: 1, arbitrary: inside.map((address) => `[::ffff:${address}]:80`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', 'unknown', '"10.0.0.1"', 'for=10.0.0.1', '\t10.0.0.1', ';10.0.0.1'),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
  const value = fc.array(hop, { maxLength: 5 }).map((hops) => hops.join(', '));
  const sent = fc.record(
    { [CF]: value, [FORWARDED]: value, [REAL]: value },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Headers>;
  const list = fc.subarray(['10.0.0.0/8', '10.128.0.0/9', '203.0.113.0/25', '2001:db8::/64', '::/0'], { minLength: 1 });

  const allowed = (entries: string[], peer: string, headers: Headers) => {
    const { entries: stored } = parseAllowlist(entries);
    return isAllowed(stored, addressOf(peer, headers, environment));
  };

  test('grants no additional access from an untrusted peer', () => {
    fc.assert(
      fc.property(list, client, sent, (entries, peer, headers) => {
        expect(allowed(entries, peer, headers)).toBe(allowed(entries, peer, {}));
        expect(addressOf(peer, headers, environment).forRecord).toBe(addressOf(peer, {}, environment).forRecord);
      }),
      { numRuns: runs(1000) },
    );
  });

  /** Each of these proxies sets one of the three headers and forwards the other headers unchanged. */
  const PROXY: Record<string, (headers: Headers, from: string) => Headers> = {
    'sets CF-Connecting-IP': (headers, from) => ({ ...headers, [CF]: from }),
    'sets X-Real-IP': (headers, from) => ({ ...headers, [REAL]: from }),
    'sets X-Forwarded-For': (headers, from) => ({ ...headers, [FORWARDED]: from }),
    'appends to X-Forwarded-For': (headers, from) => ({
      ...headers,
      [FORWARDED]: headers[FORWARDED] === undefined ? from : `${String(headers[FORWARDED])}, ${from}`,
    }),
    'adds a second X-Forwarded-For header': (headers, from) => ({
      ...headers,
      [FORWARDED]: [headers[FORWARDED] ?? [], from].flat(),
    }),
  };

  test.each(Object.keys(PROXY))('grants no additional access through a trusted proxy that %s', (kind) => {
    const pass = PROXY[kind]!;
    fc.assert(
      fc.property(list, client, sent, trusted, (entries, from, headers, proxy) => {
        // If the request with these headers is allowed, the client's own address must be allowed, too.
        if (allowed(entries, proxy, pass(headers, from))) expect(allowed(entries, from, {})).toBe(true);
        // If the client sends none of these headers, the service checks the client's own address.
        expect(allowed(entries, proxy, pass({}, from))).toBe(allowed(entries, from, {}));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('grants no additional access through several trusted proxies that append to X-Forwarded-For', () => {
    const append = PROXY['appends to X-Forwarded-For']!;
    fc.assert(
      fc.property(
        list,
        client,
        sent,
        fc.array(trusted, { minLength: 1, maxLength: 4 }),
        (entries, from, headers, chain) => {
          const peers = [from, ...chain];
          const last = chain[chain.length - 1]!;
          const received = peers.slice(0, -1).reduce(append, headers);
          if (allowed(entries, last, received)) expect(allowed(entries, from, {})).toBe(true);
          expect(allowed(entries, last, peers.slice(0, -1).reduce(append, {}))).toBe(allowed(entries, from, {}));
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
