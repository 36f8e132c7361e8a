import { Trans, useLingui } from '@lingui/react/macro';
import { LIFE_STATUS_NAMES } from '../i18n/terms.js';
import { NotKnown } from '../ui/states.js';
import type { Inspection, Present } from './inspection.js';
import { TwoVersions } from './two-versions.js';

interface InspectionChoiceProps {
  inspection: Inspection;
  /** The name of the inspected hive. */
  hive: string | null;
  present: Present;
  onKeep: () => void;
  onTake: () => void;
}

/**
 * Shows both versions, after another user has changed the status or the hive of the queen, or the queen of the hive.
 * The user chooses one version.
 */
export function InspectionChoice({ inspection, hive, present, onKeep, onTake }: InspectionChoiceProps) {
  const { t, i18n } = useLingui();
  const { outcome, status, successor, newQueen, known } = inspection;
  const place = present.hive && [present.hive.apiary, present.hive.name].filter(Boolean).join(' · ');
  const named = { unknown: null, new: newQueen.name || newQueen.externalId, known: known?.name }[successor];
  const [noHive, noQueen] = [t`no hive`, t`no queen`];
  const rows = [
    {
      name: t`Status`,
      recorded: present.status ? i18n._(LIFE_STATUS_NAMES[present.status]) : <NotKnown />,
      yours: i18n._(LIFE_STATUS_NAMES[status]),
    },
    { name: t`Her hive`, recorded: place ? <span translate="no">{place}</span> : noHive, yours: noHive },
    ...(hive === null
      ? []
      : [
          {
            name: t`Queen of hive ${hive}`,
            recorded: present.headedBy?.name ?? (present.isHiveDeleted ? t`The hive was deleted.` : noQueen),
            yours: (outcome === 'replaced' && named) || noQueen,
          },
        ]),
  ];
  return (
    <TwoVersions {...{ rows, onKeep, onTake }}>
      <Trans>The queen or her hive was changed in the meantime.</Trans>
    </TwoVersions>
  );
}
