import { useLingui } from '@lingui/react/macro';
import { RESOURCE_WORDS, RESOURCES, type Level, type Permissions } from './permissions.js';

/**
 * Returns a function that describes the permissions of a key: "May read: Queens and Evaluations. May change nothing."
 */
export function usePermissionWords(): (permissions: Permissions) => string {
  const { t, i18n } = useLingui();
  return (permissions) => {
    const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
    const names = (levels: readonly Level[]) =>
      list.format(
        RESOURCES.filter((each) => levels.includes(permissions[each])).map((each) => i18n._(RESOURCE_WORDS[each].name)),
      );
    const readable = names(['read', 'write']);
    const writable = names(['write']);
    if (readable === '') return t`No access.`;
    if (writable === '') return t`May read: ${readable}. May change nothing.`;
    return t`May read: ${readable}. May change: ${writable}.`;
  };
}
