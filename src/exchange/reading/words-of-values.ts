import type { Draft } from './draft.js';
import { fold, foldSpelledOut } from './folding.js';
import { oneOf } from './values.js';

/** The life of a queen; in the order en, de, fr, it, nl, pl, es. */
const STATUS = {
  testing: 'testing, test | prüfung, in prüfung | test, en test | test, in test | test | test | prueba',
  production: 'production | wirtschaft, produktion | production | produzione | productie | produkcja | producción',
  sold: 'sold | verkauft | vendue, vendu | venduta, venduto | verkocht | sprzedana | vendida',
  dead: 'dead, died | tot, gestorben | morte | morta | dood | martwa | muerta',
  lost: 'lost, missing | verloren, weisellos | perdue | persa | kwijt, verloren | utracona | perdida',
} as const;

const GENERATION = { F0: 'F0, 0', F1: 'F1, 1' } as const;

const MATING = {
  island_station:
    'island station, island | inselbelegstelle, insel | station insulaire | stazione insulare | eilandstation, eilandbevruchting',
  land_station:
    'land station, station, mating station | landbelegstelle, belegstelle | station de fécondation | stazione di fecondazione | bevruchtingsstation | trutowisko',
  insemination:
    'insemination, ii, artificial insemination, instrumental insemination | besamung, künstliche besamung, instrumentelle besamung | ' +
    'insémination | inseminazione | inseminatie, ki | inseminacja | inseminación',
  single_drone:
    'single drone | eindrohn, eindrohnbesamung, ein drohn, sdi | un mâle | monodrone | enkele dar | jeden truteń',
  single_queen: 'single queen | eine drohnenmutter, ein drohnenvolk',
  open: 'open, natural, free, open mating | standbegattung, frei, natürlich, freie begattung | libre, naturelle | libera, naturale | vrij | wolne | libre, natural',
} as const;

export const status = vocabulary<NonNullable<Draft['status']>>(STATUS);
export const generation = vocabulary<NonNullable<Draft['generation']>>(GENERATION);
export const matingType = vocabulary<NonNullable<Draft['mating_type']>>(MATING);

function vocabulary<T extends string>(table: Record<T, string>) {
  const words = new Map<string, T>();
  for (const [value, list] of Object.entries(table) as [T, string][]) {
    for (const word of [value, ...list.split(/[,|]/)]) {
      words.set(fold(word), value);
      words.set(foldSpelledOut(word), value);
    }
  }
  return oneOf(words, fold, `one of ${Object.keys(table).join(', ')}`);
}
