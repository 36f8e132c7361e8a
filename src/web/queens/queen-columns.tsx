import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useFormat } from '../i18n/format.js';
import { MATING_TYPE_NAMES } from '../i18n/terms.js';
import { LifeStatus } from '../ui/life-status.js';
import { Marking } from '../ui/marking.js';
import { QueenName } from '../ui/queen-name.js';
import { NotKnown } from '../ui/states.js';
import type { QueenColumn } from './queen-column.js';
import { useValueColumns } from './value-columns.js';

export function useQueenColumns(): QueenColumn[] {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const values = useValueColumns();
  return useMemo(
    () => [
      {
        id: 'name',
        always: true,
        header: t`Name`,
        sort: 'NAME',
        sticky: true,
        opens: true,
        width: 200,
        cell: (queen) => <QueenName queen={queen} number="none" />,
      },
      {
        id: 'number',
        always: true,
        header: t`Number`,
        sort: 'EXTERNAL_ID',
        width: 150,
        cell: ({ externalId }) => <span translate="no">{externalId}</span>,
      },
      { id: 'generation', header: t`Generation`, sort: 'GENERATION', width: 120, cell: (queen) => queen.generation },
      { id: 'race', header: t`Race`, sort: 'RACE', width: 100, cell: ({ race }) => <span translate="no">{race}</span> },
      { id: 'line', header: t`Line`, width: 110, cell: ({ line }) => <span translate="no">{line}</span> },
      {
        id: 'born',
        header: t`Born`,
        sort: 'DATE_OF_BIRTH',
        width: 136,
        cell: ({ dateOfBirth }) => (dateOfBirth ? format.date(dateOfBirth) : <NotKnown />),
      },
      {
        id: 'marking',
        header: t`Marking`,
        width: 130,
        cell: ({ marking, dateOfBirth }) => <Marking marking={marking} born={dateOfBirth} />,
      },
      {
        id: 'status',
        header: t`Status`,
        sort: 'STATUS',
        width: 140,
        cell: ({ status }) => (status ? <LifeStatus status={status} /> : <NotKnown />),
      },
      {
        id: 'mother',
        header: t`Dam`,
        width: 300,
        cell: ({ mother }) => (mother ? <QueenName queen={mother} /> : <NotKnown />),
      },
      { id: 'mate', header: t`Mated to`, width: 300, cell: ({ matedTo }) => matedTo && <QueenName queen={matedTo} /> },
      {
        id: 'mating',
        header: t`Mating`,
        width: 180,
        cell: ({ matingType }) => matingType && i18n._(MATING_TYPE_NAMES[matingType]),
      },
      { id: 'hive', header: t`Hive`, width: 110, cell: ({ hive }) => <span translate="no">{hive?.name}</span> },
      ...values,
    ],
    [t, i18n, format, values],
  );
}
