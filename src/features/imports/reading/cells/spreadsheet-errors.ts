/** `#N/A` in several languages: the value is not available. */
const NOT_AVAILABLE = ['#N/A', '#NV', '#N/D', '#N/D!', '#N/B', '#ND'];

/** The other errors of formulas, in the order en, de, fr, it, pl, nl, es, then errors of newer versions. */
const FAILED = [
  '#REF! #BEZUG! #RIF! #ADR! #VERW! #¡REF!',
  '#VALUE! #WERT! #VALEUR! #VALORE! #ARG! #WAARDE! #¡VALOR!',
  '#DIV/0! #DZIEL/0! #DEEL/0! #¡DIV/0!',
  '#NAME? #NOM? #NOME? #NAZWA? #NAAM? #¿NOMBRE?',
  '#NUM! #ZAHL! #NOMBRE! #LICZBA! #GETAL! #¡NUM!',
  '#NULL! #NUL! #NULLO! #ZERO! #LEEG! #¡NULO!',
  '#SPILL! #ÜBERLAUF! #CALC! #KALK! #FIELD! #FELD! #BLOCKED! #CONNECT! #GETTING_DATA',
].flatMap((line) => line.split(' '));

const KINDS: ReadonlyMap<string, 'not_available' | 'failed'> = new Map([
  ...FAILED.map((word) => [word, 'failed'] as const),
  ...NOT_AVAILABLE.map((word) => [word, 'not_available'] as const),
]);

/**
 * Returns the kind of error that a cell contains: an error of a formula, or `####`, which means that the column was too
 * narrow when the file was saved as text.
 */
export function spreadsheetError(text: string): 'not_available' | 'failed' | undefined {
  if (text.length > 20) return undefined;
  if (text.startsWith('#')) return /^#{3,}$/.test(text) ? 'failed' : KINDS.get(text.toUpperCase());
  return /^Err:5\d\d$/.test(text) ? 'failed' : undefined;
}
