import { Trans } from '@lingui/react/macro';
import type { MatingType } from '../i18n/terms.js';

interface PlannedMatingProps {
  /** The name of the drone mother. */
  mate: string;
  matingType: MatingType | undefined;
}

interface OwnMatingProps extends PlannedMatingProps {
  name: string;
  /** Whether the queen has a recorded mating, which the planned mating would replace. */
  replaces: boolean;
}

/** Explains, in the form of an existing queen, that "Save" records the planned mating. */
export function OwnMating({ name, mate, matingType, replaces }: OwnMatingProps) {
  return (
    <p>
      {matingType === 'single_queen' ? (
        <Trans>
          “Save” records that {name} was mated with drones of {mate}.
        </Trans>
      ) : (
        <Trans>
          “Save” records that {name} was mated with drones of daughters of {mate}.
        </Trans>
      )}{' '}
      <Trans>Her other data stay as they are.</Trans>{' '}
      {replaces ? (
        <Trans>This replaces her recorded mating: check its type, date and mating station, too.</Trans>
      ) : (
        <Trans>Add the date and the mating station if you know them.</Trans>
      )}
    </p>
  );
}

/** Explains, in the form of a new queen, that "Save" adds her with the planned mating. */
export function DaughterMating({ dam, mate, matingType }: PlannedMatingProps & { dam: string }) {
  return (
    <p>
      {matingType === 'single_queen' ? (
        <Trans>
          “Save” adds a daughter of {dam} and records that the daughter was mated with drones of {mate}.
        </Trans>
      ) : (
        <Trans>
          “Save” adds a daughter of {dam} and records that the daughter was mated with drones of daughters of {mate}.
        </Trans>
      )}{' '}
      <Trans>Her dam and her mating are filled in below. Give her a name or a number.</Trans>
    </p>
  );
}
