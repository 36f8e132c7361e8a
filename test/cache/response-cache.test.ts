import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Identity } from '../../src/auth/identity.js';
import { FULL_ACCESS } from '../../src/auth/permissions.js';
import { createResponseCache, responseKey } from '../../src/cache/response-cache.js';

const response = (bytes: number) => ({ body: Buffer.alloc(bytes), headers: {} });
const identity: Identity = { kind: 'session', accountId: 'a', permissions: FULL_ACCESS, revision: 7 };

describe('response cache', () => {
  test('evicts the least recently used response first', () => {
    const cache = createResponseCache(40_000);
    for (const key of ['a', 'b', 'c']) cache.set(key, response(10_000));
    cache.get('a');
    cache.set('d', response(15_000));
    expect(cache.get('a')).toBeDefined();
    expect(cache.get('b')).toBeUndefined();
  });

  test('never exceeds its size', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ key: fc.string(), bytes: fc.nat({ max: 30_000 }) })), (entries) => {
        const cache = createResponseCache(50_000);
        for (const { key, bytes } of entries) cache.set(key, response(bytes));
        const keys = new Set(entries.map(({ key }) => key));
        const sizes = [...keys].map((key) => cache.get(key)?.body.byteLength ?? 0);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50_000);
      }),
    );
  });

  test('does not store a response of more than 512 KiB', () => {
    const cache = createResponseCache();
    cache.set('large', response(600 * 1024));
    expect(cache.get('large')).toBeUndefined();
  });
});

describe('response key', () => {
  test('differs by account, revision, permissions and request', () => {
    const none = { ...FULL_ACCESS, queens: 'none' } as const;
    const keys = [
      responseKey(identity, 'q'),
      responseKey({ ...identity, accountId: 'b' }, 'q'),
      responseKey({ ...identity, revision: 8 }, 'q'),
      responseKey({ ...identity, permissions: none }, 'q'),
      responseKey(identity, 'r'),
      responseKey(identity, 'q', ''),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is the same for all callers of an account with equal permissions', () => {
    const other: Identity = { ...identity, kind: 'key', keyId: 'k', permissions: { ...FULL_ACCESS } };
    expect(responseKey(other, 'q')).toBe(responseKey(identity, 'q'));
  });

  test('is undefined if the revision of the account is unknown', () => {
    expect(responseKey(null, 'q')).toBeUndefined();
    expect(responseKey({ ...identity, revision: undefined }, 'q')).toBeUndefined();
  });
});
