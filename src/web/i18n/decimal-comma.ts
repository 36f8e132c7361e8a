import { i18n } from '@lingui/core';

/** Whether spreadsheets in the language of the interface have decimal commas: in all but English. */
export const usesDecimalComma = (): boolean => i18n.locale !== '' && i18n.locale !== 'en';
