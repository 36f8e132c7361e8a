import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { STATUSES_WITHOUT_HIVE } from '../../src/web/i18n/words.js';
import {
  blankInspection,
  isBlank,
  hasConflict,
  isSamePresent,
  addLine,
  type Inspection,
  type Present,
} from '../../src/web/record/inspection.js';

const place = { queenId: 'she', hiveId: 'here' };
const before: Present = {
  status: 'testing',
  hive: { id: 'here', name: '1', apiary: 'Wald' },
  headedBy: { id: 'she', name: 'She' },
};
const inspection: fc.Arbitrary<Inspection> = fc
  .record({
    isSeen: fc.boolean(),
    note: fc.constantFrom('', ' ', 'Brood'),
    outcome: fc.constantFrom('kept' as const, 'gone' as const, 'replaced' as const),
    status: fc.constantFrom(...STATUSES_WITHOUT_HIVE),
  })
  .map((part) => ({ ...blankInspection('2026-06-12'), ...part }));
const present: fc.Arbitrary<Present> = fc.record({
  status: fc.constantFrom(null, 'testing' as const, 'production' as const, ...STATUSES_WITHOUT_HIVE),
  hive: fc.constantFrom(null, before.hive, { id: 'there', name: '2', apiary: null }),
  headedBy: fc.constantFrom(null, before.headedBy, { id: 'heir', name: 'Heir' }, { id: 'other', name: 'Other' }),
});

describe('an inspection', () => {
  test('has no conflict if nobody else has changed the queen or the hive, even after an interrupted attempt', () => {
    fc.assert(
      fc.property(inspection, fc.boolean(), (one, isHeaded) => {
        expect(hasConflict(one, place, before, 'heir')).toBe(false);
        const withStatus: Present = { ...before, status: one.status, hive: null, headedBy: null };
        expect(hasConflict(one, place, withStatus, 'heir')).toBe(false);
        const headed = isHeaded ? { id: 'heir', name: 'Heir' } : null;
        expect(hasConflict(one, place, { ...withStatus, headedBy: headed }, 'heir')).toBe(false);
      }),
    );
  });

  test('does not overwrite a status or a move that another user has recorded', () => {
    fc.assert(
      fc.property(inspection, present, (one, now) => {
        if (one.outcome === 'kept' || hasConflict(one, place, now, 'heir')) return;
        // The queen is in her hive, or an earlier attempt of the same inspection has removed her from it.
        if (now.status === one.status) expect([undefined, 'heir']).toContain(now.headedBy?.id);
        else expect(now).toEqual({ ...before, status: now.status });
      }),
    );
  });

  test('never conflicts if it only adds to the notes', () => {
    fc.assert(
      fc.property(inspection, present, (one, now) => {
        expect(hasConflict({ ...one, outcome: 'kept' }, place, now, null)).toBe(false);
      }),
    );
  });

  test('conflicts again only if the state has changed since the user decided', () => {
    fc.assert(
      fc.property(present, present, (seen, now) => {
        expect(isSamePresent(seen, seen)).toBe(true);
        expect(isSamePresent(seen, now)).toBe(
          seen.status === now.status && seen.hive?.id === now.hive?.id && seen.headedBy?.id === now.headedBy?.id,
        );
      }),
    );
  });

  test('is blank if it has no note, no seen queen and no change of the colony', () => {
    expect(isBlank(blankInspection('2026-06-12'))).toBe(true);
    expect(isBlank({ ...blankInspection('2026-06-12'), note: '  ' })).toBe(true);
    expect(isBlank({ ...blankInspection('2026-06-12'), isSeen: true })).toBe(false);
  });
});

describe('a note', () => {
  const line = fc.string({ minLength: 1 }).filter((text) => !text.includes('\n'));

  test('is added once, below the existing notes', () => {
    fc.assert(
      fc.property(fc.option(fc.array(line).map((lines) => lines.join('\n'))), line, (notes, added) => {
        const after = addLine(notes, added);
        const lines = (notes ?? '').split('\n');
        if (lines.includes(added)) expect(after).toBeNull();
        else expect(after!.split('\n')).toEqual([...(notes ? lines : []), added]);
        expect(addLine(after ?? notes, added)).toBeNull();
      }),
    );
  });

  test('replaces the lines that earlier attempts to save it have added, anywhere in the notes', () => {
    expect(addLine('Old\nFirst\nOther', 'Second', ['First'])).toBe('Old\nOther\nSecond');
    expect(addLine('First', 'Second', ['First', 'Second'])).toBe('Second');
    expect(addLine('First\nSecond', 'Second', ['First', 'Second'])).toBe('Second');
    expect(addLine('Second', 'Second', ['First'])).toBeNull();
  });

  test('is not mistaken for a part of another note', () => {
    expect(addLine('2026-06-12: Queen seen. Brood', '2026-06-12: Queen seen.')).toBe(
      '2026-06-12: Queen seen. Brood\n2026-06-12: Queen seen.',
    );
  });
});
