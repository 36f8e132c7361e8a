import { fold, foldSpelledOut } from './folding.js';
import { STRONG } from './known-words.js';
import { MONTHS } from './month-names.js';
import type { TraitMember } from '../../../core/traits.js';
import { isTraitField } from './traits.js';

/** A folded lookup of lists of words, which are separated by commas. */
const foldedSet = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((words) => words.split(',').flatMap((word) => [fold(word), foldSpelledOut(word)])));

/** Words for the harvests of a season beside a word for honey, as in `Honig Frühtracht`: en, de, fr, it, nl, pl, es. */
const HARVESTS = foldedSet([
  'spring, early summer, summer, late summer, autumn, fall, heather, lime, linden, acacia, rape, clover, first harvest, second harvest, third harvest, harvest, I, II, III',
  'FT, ST, frühtracht, frühjahr, frühjahrs, frühjahrstracht, frühling, frühlings, frühlingstracht, frühernte, sommer, sommertracht, sommerernte, spätsommer, spättracht, herbst, herbsttracht, ' +
    'blüte, blüten, blütentracht, raps, rapstracht, robinie, robinien, akazie, akazien, linde, linden, lindentracht, wald, waldtracht, heide, heidetracht, ernte, schleuderung, schl, tracht',
  'printemps, été, automne, acacia, colza, tilleul, châtaignier, lavande, bruyère, forêt, sapin, montagne, toutes fleurs, première récolte, deuxième récolte, troisième récolte, récolte',
  'primavera, primaverile, estate, estivo, autunno, acacia, millefiori, castagno, tiglio, agrumi, sulla, melata, raccolto, smielatura',
  'voorjaar, zomer, najaar, linde, koolzaad, heide, oogst',
  'wiosna, wiosenny, lato, letni, jesień, jesienny, rzepak, rzepakowy, akacja, akacjowy, lipa, lipowy, gryka, gryczany, wrzos, wrzosowy, spadź, spadziowy, wielokwiatowy, zbiór, miodobranie',
  'primavera, verano, otoño, romero, azahar, milflores, brezo, cosecha',
]);

/** Words for one of several inspections beside a trait, as in `Sanftmut Durchsicht 2`: en, de, fr, it, nl, pl, es. */
const INSPECTIONS = foldedSet([
  'spring, summer, autumn, fall, inspection, visit, assessment, I, II, III',
  'frühjahr, frühling, sommer, herbst, durchsicht, DS, kontrolle, bewertung, beurteilung, prüfung',
  'printemps, été, automne, visite, contrôle, évaluation',
  'primavera, estate, autunno, visita, controllo, valutazione',
  'voorjaar, zomer, najaar, controle, beoordeling',
  'wiosna, lato, jesień, przegląd, kontrola, ocena',
  'verano, otoño, inspección, evaluación',
]);

const TRAIT_WORDS = [...STRONG].flatMap(([word, field]) => (isTraitField(field) ? [{ word, field }] : []));
const wordsOf = (field: TraitMember) => TRAIT_WORDS.flatMap((each) => (each.field === field ? [each.word] : []));
const HONEY = wordsOf('honey_yield_kg');
/**
 * The traits that are scored at each inspection, with their words. Vigor is not included, because the columns of
 * several inspections often contain the number of combs instead of a score.
 */
const SCORED = (['gentleness', 'comb_sitting', 'swarming'] as const).map((field) => ({ field, words: wordsOf(field) }));
export const SCORED_TRAITS = SCORED.map(({ field }) => field);
/** The position of a harvest or inspection in the season, as in `Honig 1`, `2. Ernte` or `2nd harvest`. */
const POSITION = /^[1-9](?:st|nd|rd|th)?|[1-9]$/;

/** Whether a folded header names the honey of a single harvest. `Honigernte` names the honey of all harvests. */
export const isHarvest = (header: string): boolean =>
  !STRONG.has(header) && HONEY.some((word) => isPart(restOf(header, word), HARVESTS));

/** Returns the trait if a folded header names its score at a single inspection. */
export const inspectedTrait = (header: string): TraitMember | undefined =>
  STRONG.has(header)
    ? undefined
    : SCORED.find(({ words }) => words.some((word) => isPart(restOf(header, word), INSPECTIONS)))?.field;

/** Whether a folded text is a position, one of the words or a month, or a position and one of these. */
function isPart(text: string, words: ReadonlySet<string>): boolean {
  const word = text.replace(POSITION, '');
  return text !== '' && (word === '' || words.has(word) || MONTHS.has(word));
}

/** Words for traits. Shorter words are part of too many other words. */
const LONG_TRAIT_WORDS = TRAIT_WORDS.filter(({ word }) => word.length >= 4);

/** Returns the traits with a word that a folded header begins or ends with, as in `Honigvergleich`. */
export const nearTraits = (header: string): TraitMember[] =>
  LONG_TRAIT_WORDS.flatMap(({ word, field }) => (restOf(header, word) === '' ? [] : [field]));

/** Removes a word from the beginning or end of a folded header. Returns '' if there is nothing else or no such word. */
function restOf(header: string, word: string): string {
  if (header.startsWith(word)) return header.slice(word.length);
  return header.endsWith(word) ? header.slice(0, -word.length) : '';
}
