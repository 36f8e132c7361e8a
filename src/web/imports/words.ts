import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ImportDetail, Kind } from './import-data.js';
import type { RowFilter, RowState } from './review-data.js';

export const KIND_NAMES: Record<Kind, MessageDescriptor> = {
  queens: msg`Queens`,
  evaluations: msg`Evaluations`,
  apiaries: msg`Apiaries`,
  hives: msg`Hives`,
  breedingValues: msg`Breeding values`,
};
export const KINDS = Object.keys(KIND_NAMES) as Kind[];

const FORMAT_NAMES: Record<string, MessageDescriptor> = {
  datenimport: msg`BeeBreed Datenimport`,
  stockkarten: msg`Hive cards (Stockkarten)`,
  zuchtwerte: msg`Breeding values (Zuchtwerte)`,
  table: msg`Table`,
  queenbook: msg`Complete export of Queenbook`,
};
export const formatName = (format: string | null): MessageDescriptor | undefined =>
  format === null ? undefined : FORMAT_NAMES[format];

const STATUS_NAMES = {
  queued: msg`waiting`,
  running: msg`running`,
  failed: msg`not imported`,
  cancelled: msg`cancelled`,
};

export function statusName({
  status,
  dryRun,
  undoneAt,
}: Pick<ImportDetail, 'status' | 'dryRun' | 'undoneAt'>): MessageDescriptor {
  if (undoneAt !== null) return msg`undone`;
  if (status === 'completed') return dryRun ? msg`checked` : msg`imported`;
  return STATUS_NAMES[status];
}

export const ROW_STATES: Record<RowState, MessageDescriptor> = {
  new: msg`new`,
  changed: msg`changed`,
  unchanged: msg`unchanged`,
  faulty: msg`has errors`,
  set_aside: msg`skipped`,
  skipped: msg({ message: 'left out', context: 'row of a file' }),
};

export const FILTER_NAMES: Record<RowFilter, MessageDescriptor> = {
  all: msg`All`,
  faulty: msg`With errors`,
  doubtful: msg`With warnings`,
  new: msg`New`,
  changed: msg`Changed`,
  unchanged: msg`Unchanged`,
  set_aside: msg`Skipped`,
  skipped: msg`Left out`,
};
export const FILTERS = Object.keys(FILTER_NAMES) as RowFilter[];
