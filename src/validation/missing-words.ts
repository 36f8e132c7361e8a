/** Placeholders that programs write for missing values. */
const PLACEHOLDERS = 'na, n/a, n.a, null, none, nil, nan, not available, \\n, 1.#qnan, 1.#ind, undefined, tbd, tba';

/** Words for "unknown", "none" and "without", in the order en, de, fr, it, pl, nl, es, then neighbouring languages. */
const WORDS = [
  'unknown, not known, unkn, unk, without, nothing, nobody, not applicable, not specified, not recorded, not given, unidentified, unnamed, nameless, no data, no entry, missing, empty',
  'unbekannt, unbekannte, unbekannter, unbekanntes, unbek, nicht bekannt, nicht bek, n.b, keine, keiner, keines, kein, keinen, ohne, nichts, niemand, nicht vorhanden, nicht angegeben, nicht erfasst, k.a, k.a., keine angabe, keine angaben, o.a, o.n, namenlos, fehlt, fehlend, entfallt, unklar, unbestimmt, unbekannter herkunft',
  'inconnu, inconnue, inconnus, inconnues, non connu, non connue, pas connu, pas connue, aucun, aucune, sans, neant, rien, non disponible, non renseigne, non renseignee, n.d, n/d, nd, n.c, n/c, nc',
  'sconosciuto, sconosciuta, ignoto, ignota, non noto, non nota, non conosciuto, non conosciuta, nessuno, nessuna, nessun, senza, niente, nulla, non disponibile, non specificato, non specificata, non pervenuto',
  'nieznany, nieznana, nieznane, nieznani, nieznanej, nie znany, nie znana, niewiadomy, niewiadoma, brak, bez, zaden, zadna, zadne, nic, nie dotyczy, b.d, b/d',
  'onbekend, onbekende, niet bekend, geen, zonder, niets, niemand, nvt, n.v.t, niet beschikbaar, niet ingevuld, niet van toepassing',
  'desconocido, desconocida, no conocido, no conocida, se desconoce, ninguno, ninguna, ningun, sin, nada, nadie, no consta, no disponible, s/d, s.d',
  'neznamy, neznama, neznamo, nezname, neznamej, neni, neni znamo, nezadano, zadny, chybi, ismeretlen, nem ismert, nincs, nincs adat, neznan, neznana, neznano, ni znano, ni podatka, nepoznat, nepoznata, nepoznato, nema, desconhecido, desconhecida, nenhum, nenhuma, necunoscut, necunoscuta, ukendt, ukjent, ukjend, okand, ingen',
];

/**
 * Nouns that occur together with the words for "not known", for example in `ohne Nummer`, `unbekannte Mutter`, `brak
 * danych`.
 */
const NOUNS = [
  'name, number, no, mother, dam, father, sire, queen, mate, data, information, info, origin, value, entry',
  'namen, nummer, nr, mutter, vater, konigin, koenigin, daten, angabe, angaben, herkunft, abstammung, anpaarung, wert, eintrag',
  'nom, numero, mere, pere, reine, donnees, origine',
  'nome, madre, padre, regina, dati, codice',
  'nazwy, imienia, numeru, matki, matka, ojca, ojciec, danych, dane, pochodzenia',
  'naam, moeder, vader, koningin, gegevens, herkomst',
  'nombre, reina, datos, origen',
];

/** Words for the origin of a queen that files contain instead of her dam or mate, in the same order of languages. */
const ORIGINS =
  'purchased, bought, swarm, feral, feral swarm, wild, wild swarm, own stock, local, supersedure, emergency, mixed, unmated, virgin, gekauft, zugekauft, kauf, zukauf, schwarm, naturschwarm, wildschwarm, nachschaffung, umweiselung, stille umweiselung, nachzucht, eigene nachzucht, eigene, ableger, diverse, gemischt, landrasse, siehe bemerkung, unbegattet, achete, achetee, essaim, essaim naturel, sauvage, acquistata, comprata, sciame, kupiona, zakupiona, roj, gekocht, aangekocht, zwerm, comprada, enjambre';

const list = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(', ')));
/** Words for an unknown dam or mate, without accents. They can be names of places or persons, such as `Wild`. */
export const ORIGIN_WORDS: ReadonlySet<string> = list([ORIGINS]);
/** Words for a missing value, without accents. */
export const MISSING_WORDS: ReadonlySet<string> = list([PLACEHOLDERS, ...WORDS]);
/** Nouns that can accompany a word for a missing value. */
export const MISSING_NOUNS: ReadonlySet<string> = list(NOUNS);
