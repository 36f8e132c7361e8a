import { i18n } from '@lingui/core';

/** The decimal separator in the language of the interface. */
export const decimalMark = (): string =>
  new Intl.NumberFormat(i18n.locale || 'en').formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
