import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isAllowed, parseAllowlist } from '../../src/auth/allowlist.js';
import { runs } from '../support/fuzz.js';

describe('parseAllowlist with valid entries', () => {
  test.each([
    [['192.0.2.1'], ['192.0.2.1']],
    [['10.1.2.3/8'], ['10.0.0.0/8']],
    [['0.0.0.0/0'], ['0.0.0.0/0']],
    [['192.0.2.1/32'], ['192.0.2.1/32']],
    [['10.1.2.3/8', '10.9.9.9/8', '10.0.0.0/8'], ['10.0.0.0/8']],
    [['2001:DB8:0:0::1'], ['2001:db8::1']],
    [['2001:db8:ffff::1/33'], ['2001:db8:8000::/33']],
    [['::/0'], ['::/0']],
    [['::ffff:192.0.2.1'], ['192.0.2.1']],
    [['::ffff:c000:201', '192.0.2.1'], ['192.0.2.1']],
    [['::192.0.2.1'], ['::c000:201']],
    [['::ffff:10.1.2.3/104'], ['10.0.0.0/8']],
    [['::ffff:0:0/96'], ['0.0.0.0/0']],
    [[], []],
    [null, []],
    [undefined, []],
  ])('converts %j to %j', (input, entries) => {
    expect(parseAllowlist(input)).toEqual({ entries, faults: [] });
  });

  test('returns canonical entries unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 100 }), (list) => {
        const { entries, faults } = parseAllowlist(list);
        expect(faults).toEqual([]);
        expect(parseAllowlist(entries).entries).toEqual(entries);
      }),
    );
  });
});

describe('parseAllowlist with invalid input', () => {
  test.each([
    ['10.0.0.0/33', /prefix length from 0 to 32/],
    ['10.0.0.0/-1', /prefix/],
    ['10.0.0.0/', /prefix/],
    ['10.0.0.0/08', /prefix/],
    ['10.0.0.0/8/8', /prefix/],
    ['10.0.0.0/255.0.0.0', /prefix/],
    ['::1/129', /prefix length from 0 to 128/],
    ['::ffff:10.0.0.0/8', /prefix length from 96 to 128 after the address, such as \/128$/],
    ['::ffff:10.0.0.0/95', /prefix length from 96 to 128/],
    ['::1%eth0', /zone/],
    ['fe80::1%1/64', /zone/],
    ['1.2.3.4.5', /four decimal parts/],
    ['010.1.2.3', /leading zeros/],
    ['127.1', /four decimal parts/],
    ['0x7f.1', /four decimal parts/],
    ['0x7f.0.0.1', /four decimal parts/],
    ['256.1.1.1', /from 0 to 255/],
    ['2130706433', /IPv4 or IPv6/],
    ['::ffff:010.1.2.3', /IPv4 or IPv6/],
    ['1::2::3', /IPv4 or IPv6/],
    ['192.0.2.1:80', /IPv4 or IPv6/],
    ['[::1]', /IPv4 or IPv6/],
    [' 192.0.2.1', /IPv4 or IPv6/],
    ['192.0.2.1\n', /IPv4 or IPv6/],
    ['example.org', /IPv4 or IPv6/],
    ['', /IPv4 or IPv6/],
    [null, /text/],
    [16909060, /text/],
    [['10.0.0.0/8'], /text/],
  ])('rejects the entry %j', (entry, message) => {
    const { faults } = parseAllowlist(['192.0.2.1', entry, '::1']);
    expect(faults).toMatchObject([{ path: 'ip_allowlist[1]', message: expect.stringMatching(message) }]);
  });

  test('reports every invalid entry by its path', () => {
    const { faults } = parseAllowlist(['no', '10.0.0.1', 'neither'], 'ipAllowlist');
    expect(faults.map(({ path }) => path)).toEqual(['ipAllowlist[0]', 'ipAllowlist[2]']);
  });

  test.each(['10.0.0.1', 7, true, { 0: '10.0.0.1' }])('rejects %j, which is not a list', (input) => {
    expect(parseAllowlist(input).faults).toMatchObject([
      { path: 'ip_allowlist', message: expect.stringMatching(/array/) },
    ]);
  });

  test('rejects more than 100 entries', () => {
    expect(parseAllowlist(Array(100).fill('10.0.0.1'))).toEqual({ entries: ['10.0.0.1'], faults: [] });
    expect(parseAllowlist(Array(101).fill('10.0.0.1')).faults).toMatchObject([
      { path: 'ip_allowlist', message: 'must have at most 100 entries, not 101' },
    ]);
    expect(parseAllowlist(Array(50_000).fill('no')).faults).toHaveLength(101);
  });
});

describe('isAllowed', () => {
  const from = (...all: (string | null)[]) => ({ all, forRecord: null });

  test.each([
    [[], from(null), true],
    [['10.0.0.0/8'], from('10.1.2.3'), true],
    [['10.0.0.0/8'], from('::ffff:10.1.2.3'), true],
    [['10.0.0.0/8'], from('11.0.0.0'), false],
    [['10.0.0.0/8'], from('10.1.2.3', '11.0.0.0'), false],
    [['10.0.0.0/8', '11.0.0.0'], from('10.1.2.3', '11.0.0.0'), true],
    [['0.0.0.0/0', '::/0'], from('10.1.2.3', null), false],
    [['0.0.0.0/0'], from('nonsense'), false],
    [['0.0.0.0/0'], from(), false],
    [['0.0.0.0/0'], from('2001:db8::1'), false],
    [['::/0'], from('192.0.2.1'), false],
    [['nonsense'], from('192.0.2.1'), false],
  ])('with the allowlist %j and the addresses %j returns %j', (entries, addresses, allowed) => {
    expect(isAllowed(entries, addresses)).toBe(allowed);
  });

  /** Converts the text of an address to a number, independently of the tested code. */
  const toNumber = (text: string): bigint => {
    if (!text.includes(':')) return text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    const [head = '', tail] = text.split('::');
    const parts = (half: string) =>
      half.split(':').flatMap((part) => {
        if (part === '') return [];
        if (!part.includes('.')) return [BigInt(`0x${part}`)];
        const value = toNumber(part);
        return [value >> 16n, value & 0xffffn];
      });
    const [left, right] = [parts(head), parts(tail ?? '')];
    const middle = tail === undefined ? [] : Array<bigint>(8 - left.length - right.length).fill(0n);
    return [...left, ...middle, ...right].reduce((sum, part) => sum * 65536n + part, 0n);
  };
  const MAPPED = 0xffffn;
  /** Returns the number of bits and the value of an address. An IPv4-mapped IPv6 address counts as IPv4. */
  const read = (text: string): [bits: bigint, value: bigint] => {
    const value = toNumber(text);
    if (!text.includes(':')) return [32n, value];
    return value >> 32n === MAPPED ? [32n, value & 0xffffffffn] : [128n, value];
  };
  const oracle = (entry: string, address: string): boolean => {
    const [base = '', prefix] = entry.split('/');
    const [bits, network] = read(base);
    const [family, value] = read(address);
    const shift = prefix === undefined ? 0n : BigInt(base.includes(':') ? 128 : 32) - BigInt(prefix);
    return family === bits && value >> shift === network >> shift;
  };

  const v4 = fc.ipV4();
  // Pairs of addresses whose first bits are equal. A subnet of one address sometimes contains the other address, too.
  const near4 = fc.tuple(v4, fc.nat(32), fc.nat()).map(([base, prefixBits, noise]) => {
    const mask = (1n << BigInt(32 - prefixBits)) - 1n;
    const value = (toNumber(base) & ~mask) | (BigInt(noise) & mask);
    return [base, [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')] as const;
  });
  const near6 = fc.tuple(fc.ipV6(), fc.nat(128), fc.bigInt(0n, (1n << 128n) - 1n)).map(([base, prefixBits, noise]) => {
    const mask = (1n << BigInt(128 - prefixBits)) - 1n;
    const value = (toNumber(base) & ~mask) | (noise & mask);
    const parts = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - 16 * index)) & 0xffffn);
    return [base, parts.map((part) => part.toString(16)).join(':')] as const;
  });
  const mapped = near4.map(([base, other]) => [`::ffff:${base}`, other] as const);
  const mixed = fc.tuple(fc.oneof(v4, fc.ipV6()), fc.oneof(v4, fc.ipV6()));

  test.each([
    ['IPv4', near4, 0, 32],
    ['IPv6', near6, 0, 128],
    ['mapped', mapped, 96, 128],
  ] as const)('agrees with an independent computation for %s subnets', (_, pairs, low, high) => {
    fc.assert(
      fc.property(pairs, fc.option(fc.integer({ min: low, max: high })), ([base, address], prefix) => {
        const entry = prefix === null ? base : `${base}/${prefix}`;
        const { entries, faults } = parseAllowlist([entry]);
        expect(faults).toEqual([]);
        expect(isAllowed(entries, from(address))).toBe(oracle(entry, address));
        expect(isAllowed(entries, from(base))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('distinguishes IPv4 and IPv6', () => {
    fc.assert(
      fc.property(mixed, ([base, address]) => {
        expect(isAllowed(parseAllowlist([base]).entries, from(address))).toBe(oracle(base, address));
      }),
    );
  });

  test('accepts an address if at least one entry contains it', () => {
    fc.assert(
      fc.property(fc.array(near4, { minLength: 1 }), fc.nat(32), (pairs, prefix) => {
        const list = pairs.map(([base]) => `${base}/${prefix}`);
        for (const [, address] of pairs) {
          const expected = list.some((entry) => oracle(entry, address));
          expect(isAllowed(parseAllowlist(list).entries.slice(0, 100), from(address))).toBe(expected);
        }
      }),
    );
  });
});
