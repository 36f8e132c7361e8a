/** Units that no trait uses: percent, pounds, grams, ounces, litres. */
const OTHER_UNITS =
  /%|(?<!\p{L})(?:prozent|percent|per cent|pour cent|per cento|procent|por ciento|rel\.?|relativ|lbs?\.?|pounds?|pfund|livres?|g|gr|gramm?|grammes?|grams|oz|ounces?|liters?|litres?|litri|litry)(?![\p{L}'’])/iu;

/** Whether the header of a trait names another unit: `Honig (%)`, `Honey (lbs)`. */
export const isInOtherUnit = (header: string): boolean => header.length <= 200 && OTHER_UNITS.test(header);
