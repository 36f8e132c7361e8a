import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fittedColumns } from '../../src/web/pedigree/columns.js';
import { drawnBox } from '../../src/web/pedigree/drawn-box.js';
import { fitParts, fitText, wrapText } from '../../src/web/pedigree/fit-text.js';
import { knownTree } from '../../src/web/pedigree/known-tree.js';
import { COLUMNS, GAP, SLOT, fixedSlots, type Layout } from '../../src/web/pedigree/layout.js';
import {
  MATE,
  below,
  childOf,
  generationOf,
  labelOf,
  ofDaughters,
  ofQueen,
  pathFrom,
  type Kin,
  type Lineage,
} from '../../src/web/pedigree/lineage.js';
import { outlineKey, outlineRows } from '../../src/web/pedigree/outline-rows.js';
import { repeatsIn } from '../../src/web/pedigree/repeats.js';
import { stepFrom } from '../../src/web/pedigree/walk.js';

const kin = (id: string, matingType: string | null = null): Kin => ({ id, name: `queen ${id}`, matingType });

/**
 * Random pedigrees of several depths with unknown ancestors. The number of different ids is small, so that many
 * ancestors have several positions.
 */
const lineages: fc.Arbitrary<Lineage> = fc
  .tuple(fc.constantFrom(3, 5, 7), fc.infiniteStream(fc.nat(99)), fc.nat(90), fc.boolean())
  .map(([depth, stream, unknown, mated]) => {
    const places: { position: number; queen: Kin }[] = [];
    const known = new Set([1]);
    for (let position = 2; position < 2 ** (depth + 1); position++) {
      const { value } = stream.next();
      if (!known.has(childOf(position)) || value < unknown) continue;
      known.add(position);
      places.push({ position, queen: kin(String(value)) });
    }
    return ofQueen(kin('own'), depth, places, mated ? kin('mate') : null);
  });
const layouts = lineages.map((lineage) => ({
  lineage,
  layout: lineage.depth === 3 ? fixedSlots(lineage, COLUMNS) : knownTree(lineage, COLUMNS),
}));
const boxesByPosition = ({ boxes }: Layout) => new Map(boxes.map((box) => [box.position, box]));

describe('in a drawing of a pedigree', () => {
  test('every known ancestor has a box in the column of its generation', () => {
    fc.assert(
      fc.property(layouts, ({ lineage, layout }) => {
        const boxes = boxesByPosition(layout);
        expect(boxes.size).toBe(layout.boxes.length);
        for (const position of lineage.places.keys()) expect(boxes.get(position)?.known).toBe(true);
        expect(boxes.has(MATE)).toBe(lineage.mate !== null);
        for (const box of layout.boxes) {
          const columns = COLUMNS.slice(0, box.generation);
          expect(box.x).toBe(columns.reduce((sum, width) => sum + width + GAP, 0));
          expect(box.x + box.width).toBeLessThanOrEqual(layout.width);
        }
      }),
    );
  });

  test('a dam is above her daughter, a sire is below his daughter, and the mate is below the queen herself', () => {
    fc.assert(
      fc.property(layouts, ({ layout }) => {
        const boxes = boxesByPosition(layout);
        for (const { position, y } of layout.boxes.filter((box) => box.position > 1)) {
          const child = boxes.get(childOf(position))!;
          if (position % 2 === 0) expect(y).toBeLessThan(child.y);
          else expect(y).toBeGreaterThan(child.y);
        }
        const mate = boxes.get(MATE);
        if (mate) expect(mate.y).toBeGreaterThan(boxes.get(1)!.y);
      }),
    );
  });

  test('boxes do not overlap at any zoom and lie within the drawing', () => {
    fc.assert(
      fc.property(layouts, fc.double({ min: 0.2, max: 4, noNaN: true }), ({ layout }, scale) => {
        for (const [index, box] of layout.boxes.entries()) {
          const drawn = drawnBox(box, scale, 3);
          expect(drawn.y - drawn.height / 2).toBeGreaterThanOrEqual(-1e-6);
          expect(drawn.y + drawn.height / 2).toBeLessThanOrEqual(layout.height * scale + 1e-6);
          const above = layout.boxes[index - 1];
          if (!above || above.generation !== box.generation) continue;
          const other = drawnBox(above, scale, 3);
          expect(drawn.y - drawn.height / 2).toBeGreaterThanOrEqual(other.y + other.height / 2 - 1e-6);
        }
      }),
    );
  });

  test('with fixed slots, every ancestor of three generations has a box, known or not', () => {
    const layout = fixedSlots(ofQueen(kin('own'), 3, [], null), COLUMNS);
    expect(layout.boxes).toHaveLength(15);
    expect(layout.boxes.filter(({ generation }) => generation === 3).map(({ y }) => y)).toEqual(
      Array.from({ length: 8 }, (_, row) => (row + 0.5) * SLOT),
    );
    expect(layout.boxes.filter(({ known }) => known)).toHaveLength(1);
  });
});

describe('columns of a drawing', () => {
  const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);
  /** Random widths of names on one line and on two lines. */
  const names = fc
    .array(fc.tuple(fc.integer({ min: 96, max: 260 }), fc.integer({ min: 96, max: 260 })), {
      minLength: 1,
      maxLength: COLUMNS.length,
    })
    .map((pairs) =>
      pairs.map((pair, column) => ({ usual: COLUMNS[column]!, need: Math.max(...pair), least: Math.min(...pair) })),
    );

  test('have the usual widths if all names fit these widths', () => {
    const columns = COLUMNS.slice(0, 4).map((usual) => ({ usual, need: 150, least: 96 }));
    expect(fittedColumns(columns, 1)).toEqual(COLUMNS.slice(0, 4));
  });

  test('get unused space of other columns, and names are cut only if wrapping does not save enough space', () => {
    fc.assert(
      fc.property(names, fc.double({ min: 0.71, max: 1.3, noNaN: true }), (columns, zoom) => {
        const whole = sum(COLUMNS.slice(0, columns.length)) * zoom;
        const widths = fittedColumns(columns, zoom).map((width) => width * zoom);
        expect(sum(widths)).toBeCloseTo(whole, 3);
        const least = columns.map((column) => column.least);
        const enough = [columns.map(({ need }) => need), least].find((each) => sum(each) <= whole);
        const cut = Math.max(...widths);
        for (const [column, width] of widths.entries()) {
          if (enough) expect(width).toBeGreaterThan(enough[column]! - 1e-6);
          else expect(width).toBeCloseTo(Math.min(least[column]!, cut), 3);
        }
      }),
    );
  });

  test('are as wide as their names in a drawing that does not fit the window', () => {
    fc.assert(
      fc.property(names, (columns) => {
        for (const [index, width] of fittedColumns(columns, 0.7).entries()) {
          expect(width * 0.7).toBeGreaterThan(columns[index]!.need - 1e-6);
        }
      }),
    );
  });
});

describe('in a drawing that has the focus', () => {
  test('arrow keys move the focus to known ancestors and back', () => {
    fc.assert(
      fc.property(layouts, ({ lineage, layout }) => {
        for (const position of lineage.places.keys()) {
          const parent = stepFrom(layout, position, 'ArrowRight');
          const known = [2 * position, 2 * position + 1].filter((each) => lineage.places.has(each));
          expect(parent).toBe(known[0] ?? null);
          if (parent !== null) expect(stepFrom(layout, parent, 'ArrowLeft')).toBe(position);
          const under = stepFrom(layout, position, 'ArrowDown');
          if (under !== null) {
            expect(generationOf(under)).toBe(generationOf(position));
            expect(stepFrom(layout, under, 'ArrowUp')).toBe(position);
          }
          expect(stepFrom(layout, position, 'Home')).toBe(1);
        }
      }),
    );
  });

  test('the key R moves the focus through all positions of a queen and back to the first position', () => {
    fc.assert(
      fc.property(layouts, ({ lineage, layout }) => {
        for (const repeat of repeatsIn(lineage).values()) {
          const visited = [repeat.positions[0]!];
          for (let step = 0; step < repeat.positions.length; step++) {
            visited.push(stepFrom(layout, visited.at(-1)!, 'r', repeat)!);
          }
          expect(visited.slice(0, -1)).toEqual(repeat.positions);
          expect(visited.at(-1)).toBe(repeat.positions[0]);
        }
      }),
    );
  });
});

describe('ancestors at several positions', () => {
  test('are numbered in order, and are marked as common if both parents descend from them', () => {
    fc.assert(
      fc.property(lineages, (lineage) => {
        const repeats = repeatsIn(lineage);
        const numbers = [...repeats.values()];
        expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
        for (const [id, { positions, common }] of repeats) {
          const all = [...lineage.places].filter(([, queen]) => queen.id === id).map(([position]) => position);
          expect([...positions]).toEqual(all.sort((a, b) => a - b));
          const sides = new Set(all.map((position) => pathFrom(position).at(-2)));
          expect(common).toBe(sides.size === 2);
        }
      }),
    );
  });

  test('are marked as common if they are a parent on one side and an ancestor on the other side', () => {
    const lineage = ofQueen(
      kin('own'),
      3,
      [
        { position: 2, queen: kin('dam') },
        { position: 3, queen: kin('sire') },
        { position: 6, queen: kin('dam') },
      ],
      null,
    );
    expect(repeatsIn(lineage)).toEqual(new Map([['dam', { number: 1, positions: [2, 6], common: true }]]));
  });
});

describe('the sheet of the daughters of a queen', () => {
  test('has the pedigree of the queen above and that of her mate below, each with one generation less', () => {
    fc.assert(
      fc.property(lineages, lineages, (hers, his) => {
        const placed = ({ places }: Lineage) =>
          [...places].filter(([position]) => position > 1).map(([position, queen]) => ({ position, queen }));
        const mate = { queen: kin('mate'), ancestors: placed(his) };
        const sheet = ofDaughters(kin('own'), 5, placed(hers), mate);
        expect(sheet.places.has(1)).toBe(false);
        expect([sheet.places.get(2)?.id, sheet.places.get(3)?.id]).toEqual(['own', 'mate']);
        for (const [root, { places }] of [[2, hers] as const, [3, his] as const]) {
          for (const [position, queen] of places) {
            if (position === 1) continue;
            const found = sheet.places.get(below(root, position));
            expect(found).toBe(generationOf(position) < 5 ? queen : undefined);
          }
        }
      }),
    );
  });
});

describe("breeders' names of positions", () => {
  const lineage = (mating: string | null, grandDams: string | null = null) =>
    ofQueen(
      kin('own', mating),
      3,
      [
        { position: 2, queen: kin('dam', grandDams) },
        { position: 3, queen: kin('sire') },
        { position: 4, queen: kin('grand') },
        { position: 5, queen: kin('other') },
        { position: 6, queen: kin('her') },
      ],
      kin('mate'),
    );

  test.each([
    [1, { of: '1a' }],
    [2, { of: '2a' }],
    [3, { of: '4a', whose: '2a' }],
    [4, { of: 'dam', whose: { name: 'queen dam' } }],
    [5, { of: '4a', whose: { name: 'queen grand' } }],
    [6, { of: 'dam', whose: { name: 'queen sire' } }],
    [MATE, { of: '4a', whose: null }],
  ])('are used at position %d', (position, label) => {
    expect(labelOf(lineage('land_station'), position)).toEqual(label);
  });

  test('are 1b for the mate if she produced the drones herself', () => {
    expect(labelOf(lineage('single_queen'), MATE)).toEqual({ of: '1b', whose: null });
    expect(labelOf(lineage(null, 'single_drone'), 3)).toEqual({ of: '1b', whose: '2a' });
  });

  test('are 1a for the queen above and 4a for her mate below, on the sheet of the daughters', () => {
    const sheet = ofDaughters(kin('own'), 3, [{ position: 2, queen: kin('dam') }], {
      queen: kin('mate'),
      ancestors: [],
    });
    expect([1, 2, 3, 4].map((position) => labelOf(sheet, position))).toEqual([
      { of: 'daughters' },
      { of: '1a' },
      { of: '4a', whose: null },
      { of: '2a' },
    ]);
  });

  test('are "sire" instead of 4a if the mating of the dam is unknown', () => {
    const alone = ofQueen(kin('own'), 3, [{ position: 3, queen: kin('sire') }], null);
    expect(labelOf(alone, 3)).toEqual({ of: 'sire', whose: '1a' });
  });
});

describe('the pedigree as a list', () => {
  test('shows every known ancestor once, at the level of its generation, if all rows are open', () => {
    fc.assert(
      fc.property(lineages, (lineage) => {
        const rows = outlineRows(lineage, () => true);
        const queens = rows.filter(({ queen }) => queen).map(({ position }) => position);
        const known = [...lineage.places.keys(), ...(lineage.mate ? [MATE] : [])];
        expect(new Set(queens)).toEqual(new Set(known));
        expect(queens).toHaveLength(known.length);
        for (const { position, level, size, index } of rows) {
          expect(level).toBe(generationOf(position) + 1);
          expect(index).toBeLessThanOrEqual(size);
        }
      }),
    );
  });

  test('has keys that open rows, close rows, and move between rows', () => {
    const lineage = ofQueen(kin('own'), 3, [{ position: 2, queen: kin('dam') }], null);
    const closed = outlineRows(lineage, () => false);
    const open = outlineRows(lineage, () => true);
    expect(closed.map(({ position }) => position)).toEqual([1]);
    expect(open.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(outlineKey(closed, 1, 'ArrowRight')).toEqual({ toggle: 1 });
    expect(outlineKey(open, 1, 'ArrowRight')).toEqual({ to: 2 });
    expect(outlineKey(open, 3, 'ArrowLeft')).toEqual({ to: 1 });
    expect(outlineKey(open, 1, 'ArrowLeft')).toEqual({ toggle: 1 });
    expect(outlineKey(open, 1, 'End')).toEqual({ to: 3 });
    expect(outlineKey(open, 3, 'ArrowDown')).toBeNull();
  });
});

describe('text in a box', () => {
  const measure = (text: string) => [...text].length * 7;

  test('is cut to the available width, with an ellipsis', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(300), (text, room) => {
        const fitted = fitText(text, room, measure);
        expect(measure(fitted)).toBeLessThanOrEqual(room);
        if (fitted !== text) expect(fitted === '' || fitted.endsWith('…')).toBe(true);
      }),
    );
    expect(fitText('Jutta 22-1-24', 63, measure)).toBe('Jutta 22…');
  });

  test('omits whole parts before it is cut', () => {
    expect(fitParts(['DE-18-1', 'C', '2006'], 84, measure)).toBe('DE-18-1 · C');
    expect(fitParts(['DE-18-1', 'C', '2006'], 48, measure)).toBe('DE-18…');
    expect(fitParts([], 48, measure)).toBe('');
  });

  test('wraps between words', () => {
    expect(wrapText('1b: 8 queens, 12 drones', 100, 2, measure)).toEqual(['1b: 8 queens,', '12 drones']);
    expect(wrapText('1b: 8 queens, 12 drones', 100, 0, measure)).toEqual([]);
    expect(wrapText('1b: 8 queens, 12 drones', 100, 1, measure)).toEqual(['1b: 8 queens,…']);
  });

  test('wraps after a hyphen in a word that is longer than a line', () => {
    expect(wrapText('DE-18-1-37-2008', 70, 2, measure)).toEqual(['DE-18-1-', '37-2008']);
    expect(wrapText('Königin Anna-Margarethe', 100, 2, measure)).toEqual(['Königin Anna-', 'Margarethe']);
    expect(wrapText('Zenzi 20-3-21', 70, 2, measure)).toEqual(['Zenzi', '20-3-21']);
  });
});
