import { registerEnumType } from 'type-graphql';
import type { Resource } from '../../auth/permissions.js';

/** The values are table names, in alphabetical order. Changes of one transaction are sorted by kind in this order. */
export enum ChangeKind {
  apiary = 'apiary',
  ebvRun = 'ebv_run',
  evaluation = 'evaluation',
  hive = 'hive',
  queen = 'queen',
}
registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'Kind of row in the change feed.',
  valuesConfig: {
    apiary: { description: 'An apiary. Requires the permission `read` on `hive`.' },
    ebvRun: { description: 'A run of breeding values. Requires the permission `read` on `blup`.' },
    evaluation: { description: 'An evaluation. Requires the permission `read` on `evaluations`.' },
    hive: { description: 'A hive. Requires the permission `read` on `hive`.' },
    queen: { description: 'A queen with her identifiers. Requires the permission `read` on `queens`.' },
  },
});

/** Resource of each kind. Reading a kind in the feed requires `read` permission for its resource. */
export const RESOURCE_BY_KIND: Record<ChangeKind, Resource> = {
  [ChangeKind.apiary]: 'hive',
  [ChangeKind.ebvRun]: 'blup',
  [ChangeKind.evaluation]: 'evaluations',
  [ChangeKind.hive]: 'hive',
  [ChangeKind.queen]: 'queens',
};

export enum ChangeType {
  upsert = 'upsert',
  delete = 'delete',
}
registerEnumType(ChangeType, {
  name: 'ChangeType',
  description: 'Operation that a client applies to its copy of the data.',
  valuesConfig: {
    upsert: { description: 'Insert the row or replace the row with this id' },
    delete: { description: 'Delete the row if it exists' },
  },
});
