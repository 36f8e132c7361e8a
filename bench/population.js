import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { randomFrom } from '../dist/src/blup/random.js';

const HEADERS =
  'L1A;LV1A;Z1A;NR1A;J1A;L2A;LV2A;Z2A;NR2A;J2A;L4A;LV4A;Z4A;NR4A;J4A;NAME;RASSE;SCHLUPF;ANPAARTYP;DROHNEN;BELEGST;STAND;PLZ;HONIG1;HONIG2;GESAMT;SANFT;WABEN;SCHWARM;ENTWICK;WINTER;AUSRAUM;AUSRAUMH;BOMI1;BIMI1;PRUEFER;BEMERK';
const YEARS = 20;

/**
 * Writes a file in BeeBreed's format Datenimport, with queens born over 20 years. From the second year on, each queen
 * has a dam and a mate of earlier years. Most queens have a test.
 */
export async function writePopulation(path, rows, seed = 1) {
  const next = randomFrom(seed);
  const below = (limit) => Math.floor(next() * limit);
  const file = createWriteStream(path);
  file.write(`${HEADERS}\r\n`);
  const perYear = Math.ceil(rows / YEARS);
  const parts = (index) => [
    'DE',
    '18',
    1 + (index % 40),
    1 + Math.floor(index / 40),
    2005 + Math.floor(index / perYear),
  ];
  for (let index = 0; index < rows; index += 1) {
    const year = Math.floor(index / perYear);
    const earlier = () =>
      year === 0
        ? ['', '', '', '', '']
        : parts(Math.max(0, year - 1 - below(Math.min(3, year))) * perYear + below(perYear));
    const score = () => (2 + below(5) / 2).toFixed(1).replace('.', ',');
    const honey = 10 + next() * 40;
    const tested = next() < 0.86;
    const test = tested
      ? [
          (honey * 0.6).toFixed(1),
          (honey * 0.4).toFixed(1),
          honey.toFixed(1),
          score(),
          score(),
          score(),
          score(),
          score(),
          below(51),
          next() < 0.5 ? 6 : 24,
        ]
      : Array(10).fill('');
    const cells = [
      ...parts(index),
      ...earlier(),
      ...earlier(),
      `Königin ${index}`,
      'C',
      `${String(1 + below(28)).padStart(2, '0')}.0${5 + below(3)}.${2005 + year}`,
      2,
      '',
      `BST${1 + below(4)}`,
      `Stand ${1 + (index % 40)}`,
      10000 + (index % 40),
      ...test.map((value) => String(value).replace('.', ',')),
      below(30),
      below(20),
      `Prüfer ${1 + (index % 40)}`,
      'ruhig, wabenstet',
    ];
    if (!file.write(`${cells.join(';')}\r\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
