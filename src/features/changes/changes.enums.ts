import { registerEnumType } from 'type-graphql';
import type { Resource } from '../../auth/permissions.js';

/** The values are the names of the tables, in the order in which kinds follow each other within a revision. */
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
    apiary: { description: 'An apiary. Needs `hive`: read.' },
    ebvRun: { description: 'A run of breeding values. Needs `blup`: read.' },
    evaluation: { description: 'An evaluation. Needs `evaluations`: read.' },
    hive: { description: 'A hive. Needs `hive`: read.' },
    queen: { description: 'A queen with her identifiers. Needs `queens`: read.' },
  },
});

/** Whose permission a kind needs besides that of the feed. */
export const RESOURCE_OF: Record<ChangeKind, Resource> = {
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
  description: 'Operation to apply to a copy of the data.',
  valuesConfig: {
    upsert: { description: 'Insert the row or replace the row with this id' },
    delete: { description: 'Delete the row if it exists' },
  },
});
