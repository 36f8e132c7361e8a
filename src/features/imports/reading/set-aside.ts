import { isMissing, isMissingValue, wordKey } from './cells/missing.js';
import { roleOf } from './cells/roles.js';
import { foldHeader } from './folding.js';
import { STRONG, WEAK } from './known-words.js';
import type { RawRow } from './rows.js';

/** Reasons why a row does not describe a queen. */
export type Reason = 'units' | 'repeated_header' | 'summary' | 'section' | 'footnote' | 'empty_hive';

/** Properties of a table that help to recognize rows without a queen. */
export interface TableShape {
  header: readonly string[];
  /** Columns with the queen's own identifier, or with a part of her number, her dam's number or her mate's number. */
  identifiers: readonly number[];
  /** Columns with the queen's name. */
  names: readonly number[];
  /** The field of each column that has a known header or is mapped. */
  fields: ReadonlyMap<number, string>;
}

const UNIT =
  /^(?:kg|g|h|u|std\.?|stunden|hours?|heures?|ore|godz\.?|uur|horas?|%|n|cells?|zellen|cellules|celle|komórki|cellen|celdas|punkte|points?|punti|punkty|punten|puntos|note|noten|datum|date|data|fecha|text|texte|testo|tekst|texto|zahl|number|jahr|year|année|anno|rok|jaar|año|jjjj|yyyy|tt\.mm\.jjjj|dd[./-]mm[./-]yyyy|yyyy-mm-dd|jj\/mm\/aaaa|gg\/mm\/aaaa)$/i;
const SCALE = /^\d{1,3}(?:[.,]\d)?\s?(?:[-–—]|\.{2,3}|…|bis|to|à|a|do|tot)\s?\d{1,3}(?:[.,]\d)?$/i;

/** Matches a text in brackets, such as `(Code)` or `[1-4]`. */
const BRACKETED = /^(?:\([^()]{1,20}\)|\[[^[\]]{1,20}\])$/;

/** Whether a text is a unit or a scale. A text such as `12-23` is not a scale if it may be an identifier. */
const isUnit = (text: string, mayBeIdentifier: boolean): boolean => {
  if (BRACKETED.test(text)) return true;
  const bare = text
    .replace(/^[([{]/, '')
    .replace(/[)\]}]$/, '')
    .trim();
  return bare !== '' && bare.length <= 20 && (UNIT.test(bare) || (!mayBeIdentifier && SCALE.test(bare)));
};

/** The words in the form that `keyOf` returns. */
const words = (text: string) => new Set(text.split(', ').map(keyOf));

/** First words of rows of sums and means; in the order en, de, fr, it, pl, nl, es. */
const SUMMARY_WORDS = words(
  'sum, total, totals, subtotal, sub-total, grand total, mean, average, averages, avg, median, count, ' +
    'summe, summen, gesamtsumme, zwischensumme, teilsumme, gesamtergebnis, mittelwert, mittelwerte, mittel, durchschnitt, schnitt, gesamt, insgesamt, anzahl, ' +
    'somme, sous-total, total général, totaux, moyenne, moyennes, médiane, nombre total, ' +
    'somma, totale, totali, subtotale, media, medie, mediana, conteggio, ' +
    'suma, suma częściowa, suma końcowa, razem, ogółem, łącznie, średnia, średnie, liczba, ' +
    'som, totaal, subtotaal, eindtotaal, gemiddelde, gemiddeld, aantal, ' +
    'promedio, ø, σ, ∑, ⌀',
);
/**
 * Last words of the rows that Excel inserts as subtotals, such as `Nord Ergebnis`. All other filled cells must be
 * numbers.
 */
const LAST_WORDS = words('total, average, ergebnis, mittelwert, suma, średnia');
/**
 * Words that can also be names. A row with one of these words is a summary only if the row has other filled cells and
 * all of them are numbers.
 */
const STATISTIC_WORDS = words(
  'min, max, minimum, maximum, sd, std, std dev, std.dev, stdabw, stabw, std.-abw, std. abw, standardabweichung, ' +
    'standard deviation, s.d, n, mw, mittelw, durchschn, moy, śr, gem',
);
/** First words of footnotes. */
const FOOTNOTE_WORDS = words(
  'note, notes, footnote, legend, source, remark, remarks, key, as of, page, printed, exported, created, ' +
    'legende, fußnote, hinweis, hinweise, anmerkung, anmerkungen, bemerkung, quelle, erläuterung, erläuterungen, stand, seite, gedruckt, erstellt, ausgedruckt, druckdatum, ende, ' +
    'légende, remarque, remarques, source, imprimé, ' +
    'legenda, nota, fonte, pagina, stampato, ' +
    'uwaga, uwagi, źródło, strona, wydrukowano, ' +
    'opmerking, opmerkingen, bron, afgedrukt, ' +
    'leyenda, fuente, página',
);
/** First words of headings between groups of rows. */
const SECTION_WORDS = words(
  'apiary, yard, year, season, group, line, breeder, ' +
    'stand, bienenstand, prufstand, standort, jahr, jahrgang, prufjahr, saison, gruppe, linie, zuchtlinie, zuchtserie, ' +
    'serie, zuchter, belegstelle, rasse, ' +
    'rucher, annee, groupe, lignee, apiario, anno, gruppo, linea, pasieka, rok, grupa, linia, bijenstand, jaar, groep, ' +
    'lijn, colmenar, ano, grupo',
);
/**
 * In a table with fewer columns, headings are not recognized, because a row of a queen may consist of her name only.
 */
const MIN_COLUMNS_FOR_SECTIONS = 3;
/** Matches a word such as `Standmittel`, `Jahresdurchschnitt`, `Ø-Wert`, `Stand-Ø`. */
const MEAN = /^\p{L}+(?:mittel|mittelwert|durchschnitt)$|^[øØ⌀](?![\p{L}\d])|[-\s][øØ⌀]$/iu;
const FOOTNOTE_MARK = /^[*†‡¹²³]/;
const NUMBER = /^[-+]?\d[\d\s.,']*%?$/;
/** Matches `n = 12`. */
const ASSIGNED_NUMBER = /^[^=]{1,30}=\s?\d[\d.,]{0,20}$/;
/** Longer cells are compared only up to this length. */
const MAX_COMPARED_LENGTH = 500;

/** Returns the reason why a row does not describe a queen; undefined if the row may describe one. */
export function reasonToSetAside(cells: readonly string[], shape: TableShape, isFirst: boolean): Reason | undefined {
  if (isFirst && isRowOfUnits(cells, shape)) return 'units';
  if (repeatsHeader(cells, shape)) return 'repeated_header';
  return isSummaryOrFootnote(cells, shape) ?? (isEmptyHive(cells, shape) ? 'empty_hive' : undefined);
}

function isRowOfUnits(cells: readonly string[], { identifiers, names, fields }: TableShape): boolean {
  const own = [...identifiers, ...names];
  let units = 0;
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (text === '' || isMissing(text, 'value')) continue;
    const mayBeIdentifier = own.includes(column) || roleOf(fields.get(column) ?? '') !== null;
    if (!isUnit(text, mayBeIdentifier)) return false;
    if (!own.includes(column)) units++;
  }
  return units > 0;
}

/**
 * Whether the row is the title of a further table of the same sheet: a single cell below a blank row and above a
 * repeated header.
 */
export function isTitle(
  { row, cells }: RawRow,
  previous: number,
  next: RawRow | undefined,
  shape: TableShape,
): boolean {
  if (row === previous + 1 || !next || shape.header.length < MIN_COLUMNS_FOR_SECTIONS) return false;
  return cells.filter((cell) => cell.trim() !== '').length === 1 && repeatsHeader(next.cells, shape);
}

/** Whether the row repeats the header, in the same or another language. */
function repeatsHeader(cells: readonly string[], { header, fields }: TableShape): boolean {
  let equal = 0;
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (text === '') continue;
    const isEqual = text.toLowerCase() === header[column]?.trim().toLowerCase();
    if (!isEqual && !isHeaderOf(fields.get(column), text)) return false;
    equal++;
  }
  // A queen's name may equal a header, so a single header is not enough in a table of several columns.
  return equal >= Math.min(2, header.filter((each) => each.trim() !== '').length) && equal > 0;
}

function isHeaderOf(field: string | undefined, text: string): boolean {
  if (field === undefined || text.length > 60) return false;
  return foldHeader(text).some((word) => STRONG.get(word) === field || WEAK.get(word) === field);
}

function isSummaryOrFootnote(cells: readonly string[], { header, identifiers, names }: TableShape): Reason | undefined {
  const first = cells.findIndex((cell) => cell.trim() !== '');
  const text = cells[first]?.trim() ?? '';
  if (text === '') return undefined;
  const isFilled = (column: number) => {
    const cell = cells[column]?.trim() ?? '';
    return column !== first && cell !== '' && !isMissing(cell, 'number');
  };
  // A number in the name column is a count, not a name.
  if (
    identifiers.some(isFilled) ||
    names.some((column) => isFilled(column) && !NUMBER.test((cells[column] ?? '').trim()))
  )
    return undefined;
  if (FOOTNOTE_MARK.test(text)) return 'footnote';
  const others = cells.filter((cell, column) => column !== first && cell.trim() !== '');
  const numbers = others.filter((cell) => NUMBER.test(cell.trim())).length;
  const compared = text.slice(0, MAX_COMPARED_LENGTH);
  const [start = ''] = compared.split(/[\s:=(]/);
  const [key, firstWord] = [keyOf(compared), wordKey(start)];
  if (SUMMARY_WORDS.has(key)) return 'summary';
  if (SUMMARY_WORDS.has(firstWord) && numbers === others.length) return 'summary';
  if (LAST_WORDS.has(wordKey(compared.split(/\s/).at(-1) ?? '')) && numbers > 0 && numbers === others.length)
    return 'summary';
  if (STATISTIC_WORDS.has(firstWord) && ASSIGNED_NUMBER.test(compared)) return 'summary';
  if ((STATISTIC_WORDS.has(key) || MEAN.test(compared)) && numbers > 0 && numbers === others.length) return 'summary';
  if (others.length > 0) return undefined;
  const isHeading = firstWord !== key && SECTION_WORDS.has(firstWord);
  if (isHeading && header.filter((each) => each.trim() !== '').length >= MIN_COLUMNS_FOR_SECTIONS) return 'section';
  const isSentence = /[:.\d]/.test(text.slice(firstWord.length)) || FOOTNOTE_WORDS.has(key);
  return (FOOTNOTE_WORDS.has(key) || FOOTNOTE_WORDS.has(firstWord)) && isSentence ? 'footnote' : undefined;
}

/** Fields of a row that names a hive without a queen. */
const HIVE_FIELDS: ReadonlySet<string | undefined> = new Set([
  ...['apiary', 'hive', 'postal_code', 'country_code', 'eval_year', 'evaluated_on', 'evaluator', 'notes'],
  undefined,
]);

/** Whether the row names a hive, but no queen, no relative of a queen, and no result of a test. */
function isEmptyHive(cells: readonly string[], { identifiers, names, fields }: TableShape): boolean {
  const own = [...identifiers, ...names];
  const filled = [...cells.keys()].filter((column) => {
    const text = (cells[column] ?? '').trim();
    return text !== '' && !(own.includes(column) ? isMissing(text, 'number') : isMissingValue(text));
  });
  return (
    filled.some((column) => fields.get(column) === 'hive') &&
    filled.every((column) => !own.includes(column) && HIVE_FIELDS.has(fields.get(column)))
  );
}

/** Like `wordKey`, but does not convert a sign such as `Ø` to a letter. */
function keyOf(text: string): string {
  return /^[Øø∑Σσ⌀]$/.test(text) ? text.toLowerCase() : wordKey(text);
}
