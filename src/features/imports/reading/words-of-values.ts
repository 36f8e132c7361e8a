import { MATING_TYPE_WORDS } from '../../../validation/mating-words.js';
import type { Draft } from './draft.js';
import { fold, foldSpelledOut } from './folding.js';
import { oneOf } from './values.js';

/** Status of a queen; in the order en, de, fr, it, nl, pl, es, then da, no, sv, cs, hr, sl for common words. */
const STATUS = {
  testing:
    'testing, test, under test, in test | prüfung, in prüfung, im test | test, en test | test, in test | test | test | prueba',
  production:
    'production | wirtschaft, produktion | production | produzione | productie | produkcja | producción | produksjon | produkce | proizvodnja',
  sold: 'sold | verkauft | vendue, vendu | venduta, venduto | verkocht | sprzedana | vendida | solgt | såld | prodaná, prodána | prodana',
  // A superseded queen dies soon after her daughter has replaced her.
  dead:
    'dead, died, deceased, culled, killed, euthanized, pinched, superseded | tot, gestorben, verstorben, verendet, eingegangen, abgegangen, getötet, abgetötet, still umgeweiselt | ' +
    'morte, mort, décédée, tuée, supprimée | morta, deceduta, soppressa | dood, gestorven, gedood | martwa, padła, nie żyje | muerta | ' +
    'død | död | mrtvá, uhynulá, uhynula | mrtva, uginula | poginila',
  // If a colony swarms, its old queen leaves with the swarm.
  lost:
    'lost, missing, gone, absconded, queenless, swarmed | verloren, verlust, weisellos, abgeschwärmt, geschwärmt | perdue, disparue, orpheline, essaimée | persa, scomparsa, orfana, sciamata | ' +
    'kwijt, verloren, vermist, moerloos, gezwermd | utracona, zaginęła, wyroiła się | perdida, desaparecida, huérfana | ' +
    'tabt, forsvundet, sværmet | borte, svermet | försvunnen, svärmat | ztracená, vyrojená | izgubljena, nestala | izginila',
} as const;

/**
 * Words for a living queen. They do not say whether she is in production, so they set no status; in the order en, de,
 * fr, it, nl, pl, es, da, sv, cs, hr.
 */
const ALIVE = new Set(
  'alive, living, active, laying, present | lebt, lebend, aktiv, vorhanden, stiftet, in Eilage | vivante, active, présente | viva, attiva, presente | levend, actief, aanwezig | żyje, żywa, aktywna, obecna | viva, activa, presente | levende | levande | živá, žije | živa'
    .split(/[,|]/)
    .map(fold),
);

export const isAlive = (text: string): boolean => ALIVE.has(fold(text));

const GENERATION = { F0: 'F0, 0', F1: 'F1, 1' } as const;

export const status = wordParser<NonNullable<Draft['status']>>(STATUS);
export const generation = wordParser<NonNullable<Draft['generation']>>(GENERATION);
export type MatingType = NonNullable<Draft['mating_type']>;

/** Folded word → mating type. */
export const MATING_WORDS = indexOf<MatingType>(MATING_TYPE_WORDS);

export const matingType = wordParser<NonNullable<Draft['mating_type']>>(MATING_TYPE_WORDS);

function wordParser<T extends string>(table: Record<T, string>) {
  return oneOf(indexOf(table), fold, `one of ${Object.keys(table).join(', ')}`);
}

function indexOf<T extends string>(table: Record<T, string>): ReadonlyMap<string, T> {
  const words = new Map<string, T>();
  for (const [value, list] of Object.entries(table) as [T, string][]) {
    for (const word of [value, ...list.split(/[,|]/)]) {
      words.set(fold(word), value);
      words.set(foldSpelledOut(word), value);
    }
  }
  return words;
}
