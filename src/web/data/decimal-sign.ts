import { i18n } from '@lingui/core';

/** The decimal sign of spreadsheets in the language of the interface. */
export const decimalSign = (): 'point' | 'comma' =>
  new Intl.NumberFormat(i18n.locale || 'en').format(0.5).includes(',') ? 'comma' : 'point';
