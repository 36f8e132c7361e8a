/** Units and scales that no trait uses: percent, pounds, jars, `1-5`, `0-3`, `/10`, `1 = calm, 6 = wild`. */
const OTHER_UNITS =
  /%|(?<!\d)[01] ?(?:[-–]|bis|to|à) ?(?:[5-9]|10|20|100)(?!\d)|(?<!\d)0 ?(?:[-–]|bis|to|à) ?[34](?!\d)|\/ ?(?:[5-9]|10|20|100)(?!\d)|(?<!\d)(?:[5-9]|10|100) ?=|(?<!\p{L})(?:prozent|percent|per cent|pour cent|per cento|procent|por ciento|rel\.?|relativ|lbs?\.?|pounds?|pfund|livres?|g|gr|gramm?|grammes?|grams|oz|ounces?|liters?|litres?|litri|litry|gläser|glas|jars?|eimer|buckets?|zargen|supers?|hausses|schulnoten?)(?![\p{L}'’])/iu;

/** Whether the header of a trait names another unit or scale: `Honig (%)`, `Honey (lbs)`, `Temperament (1-5)`. */
export const isInOtherUnit = (header: string): boolean => header.length <= 200 && OTHER_UNITS.test(header);

/** Removes the other units and scales from a header: `Honey lbs` and `Honig in Pfund` become `Honey` and `Honig`. */
export const withoutUnit = (header: string): string =>
  header.replaceAll(new RegExp(OTHER_UNITS, 'giu'), ' ').replace(/ in\s*$/i, '');
