import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const RESOURCES = ['queens', 'evaluations', 'blup', 'hive', 'account'] as const;
export type Resource = (typeof RESOURCES)[number];
export const LEVELS = ['none', 'read', 'write'] as const;
export type Level = (typeof LEVELS)[number];
export type Permissions = Record<Resource, Level>;

export const LEVEL_NAMES: Record<Level, MessageDescriptor> = {
  none: msg`No access`,
  read: msg`Read`,
  write: msg`Read and write`,
};

interface ResourceWords {
  name: MessageDescriptor;
  /** Description of the resources that the permission covers. */
  covers: MessageDescriptor;
}

export const RESOURCE_WORDS: Record<Resource, ResourceWords> = {
  queens: {
    name: msg`Queens`,
    covers: msg`Queens, pedigree, inbreeding, daughters, original data, imports`,
  },
  evaluations: { name: msg`Evaluations`, covers: msg`Evaluations, and the traits in statistics of daughters` },
  blup: { name: msg`Breeding values`, covers: msg`Breeding values, runs, index weights, mating plans` },
  hive: { name: msg`Apiaries and hives`, covers: msg`Apiaries, hives, and the hive of a queen` },
  account: { name: msg`Account`, covers: msg`Profile, settings, list of changes` },
};

export const TEMPLATES = {
  readOnly: { queens: 'read', evaluations: 'read', blup: 'read', hive: 'read', account: 'read' },
  evaluator: { queens: 'read', evaluations: 'write', blup: 'read', hive: 'none', account: 'read' },
} as const satisfies Record<string, Permissions>;
export type Template = keyof typeof TEMPLATES | 'custom';

/** Returns the template with exactly these permissions, otherwise `custom`. */
export function templateOf(permissions: Permissions): Template {
  const names = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[];
  const same = (name: keyof typeof TEMPLATES) => RESOURCES.every((each) => TEMPLATES[name][each] === permissions[each]);
  return names.find(same) ?? 'custom';
}
