import { fold, foldSpelledOut } from './folding.js';
import { STRONG } from './known-words.js';

/** Words for the harvests of a season beside a word for honey, as in `Honig Frühtracht`: en, de, fr, it, nl, pl, es. */
const HARVESTS = new Set(
  [
    'spring, early summer, summer, late summer, autumn, fall, heather, lime, linden, acacia, rape, clover, first harvest, second harvest, third harvest, harvest, I, II, III',
    'frühtracht, frühjahr, frühjahrs, frühjahrstracht, frühling, frühlings, frühlingstracht, frühernte, sommer, sommertracht, sommerernte, spätsommer, spättracht, herbst, herbsttracht, ' +
      'blüte, blüten, blütentracht, raps, rapstracht, robinie, robinien, akazie, akazien, linde, linden, lindentracht, wald, waldtracht, heide, heidetracht, ernte, schleuderung, tracht',
    'printemps, été, automne, acacia, colza, tilleul, châtaignier, lavande, bruyère, forêt, sapin, montagne, toutes fleurs, première récolte, deuxième récolte, troisième récolte, récolte',
    'primavera, primaverile, estate, estivo, autunno, acacia, millefiori, castagno, tiglio, agrumi, sulla, melata, raccolto, smielatura',
    'voorjaar, zomer, najaar, linde, koolzaad, heide, oogst',
    'wiosna, wiosenny, lato, letni, jesień, jesienny, rzepak, rzepakowy, akacja, akacjowy, lipa, lipowy, gryka, gryczany, wrzos, wrzosowy, spadź, spadziowy, wielokwiatowy, zbiór, miodobranie',
    'primavera, verano, otoño, romero, azahar, milflores, brezo, cosecha',
  ].flatMap((words) => words.split(',').flatMap((word) => [fold(word), foldSpelledOut(word)])),
);
const HONEY = [...STRONG].flatMap(([word, field]) => (field === 'honey_yield_kg' ? [word] : []));
/** The position of a harvest in the season, as in `Honig 1`, `2. Ernte` or `2nd harvest`. */
const POSITION = /^[1-4](?:st|nd|rd|th)?|[1-4]$/;

/** Whether a folded header names the honey of a single harvest. `Honigernte` names the honey of all harvests. */
export function isHarvest(header: string): boolean {
  if (STRONG.has(header)) return false;
  const bare = header.replace(/kg$/, '');
  return HONEY.some((word) => {
    const rest = restOf(bare, word);
    const kind = rest.replace(POSITION, '');
    return rest !== '' && (kind === '' || HARVESTS.has(kind));
  });
}

/** Whether a folded header begins or ends with a word for honey. */
export const isAboutHoney = (header: string): boolean => HONEY.some((word) => restOf(header, word) !== '');

/** Removes a word from the beginning or end of a folded header. Returns '' if there is nothing else or no such word. */
function restOf(header: string, word: string): string {
  if (header.startsWith(word)) return header.slice(word.length);
  return header.endsWith(word) ? header.slice(0, -word.length) : '';
}
