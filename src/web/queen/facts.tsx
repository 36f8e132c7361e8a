import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inbreedingIsKnown } from '../data/inbreeding.js';
import { useFormat } from '../i18n/format.js';
import { MATING_TYPE_NAMES } from '../i18n/terms.js';
import { byProducer } from '../pedigree/lineage.js';
import { useMarkingName } from '../ui/dot.js';
import { MarkingNote } from '../ui/marking.js';
import { Panel } from '../ui/page.js';
import { QueenName } from '../ui/queen-name.js';
import { NotKnown } from '../ui/states.js';
import { Inbreeding } from './inbreeding.js';
import type { Queen } from './queen-data.js';
import styles from './queen.module.css';

/** The facts about a queen. The main facts are shown even if they are unknown, other facts only if they are known. */
export function Facts({ queen }: { queen: Queen }) {
  const { t } = useLingui();
  const { mother, father, line, breederCode, externalIdentifiers, notes } = queen;
  // The label of the sire must use the same position (1b or 4a of 2a) as the pedigree.
  const fatherName = !mother ? t`Sire` : byProducer(mother) ? t`Sire (1b of 2a)` : t`Sire (4a of 2a)`;
  return (
    <Panel>
      <dl className={styles.facts}>
        <Fact label={t`Born`}>
          <BirthDate queen={queen} />
        </Fact>
        <Fact label={t`Dam (2a)`}>{mother ? <QueenName queen={mother} /> : <NotKnown />}</Fact>
        <Fact label={fatherName}>{father ? <QueenName queen={father} /> : <NotKnown />}</Fact>
        <Mating queen={queen} />
        <Fact label={t`Inbreeding`}>
          <Inbreeding id={queen.id} known={inbreedingIsKnown(queen)} />
        </Fact>
        {line !== null && <Fact label={t`Line`}>{foreign(line)}</Fact>}
        {breederCode !== null && <Fact label={t`Breeder`}>{foreign(breederCode)}</Fact>}
        {externalIdentifiers.map(({ system, value }) => (
          <Fact key={`${system} ${value}`} label={foreign(system)}>
            {foreign(value)}
          </Fact>
        ))}
        {notes !== null && (
          <div className={styles.notes}>
            <dt>{t`Notes`}</dt>
            <dd translate="no">{notes}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

const foreign = (text: string): ReactNode => <span translate="no">{text}</span>;

const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** The queen's date of birth, the marking colour of the year, and her recorded marking. */
function BirthDate({ queen: { dateOfBirth, marking } }: { queen: Queen }) {
  const format = useFormat();
  const colour = useMarkingName(dateOfBirth);
  const date = dateOfBirth === null ? null : format.date(dateOfBirth);
  return (
    <>
      {date === null ? (
        <NotKnown />
      ) : (
        <Trans>
          {date}, {colour}
        </Trans>
      )}
      {marking !== null && (
        <span className={styles.second}>
          <Trans>
            marked <span translate="no">{marking}</span>
          </Trans>{' '}
          <MarkingNote marking={marking} born={dateOfBirth} />
        </span>
      )}
    </>
  );
}

/** The mating of the queen, which determines the sire of all her daughters. */
function Mating({ queen }: { queen: Queen }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { matedTo, matedAt, matingStation, matingType, sdiCode, droneProducers, drones } = queen;
  const single = byProducer(queen);
  return (
    <>
      <Fact label={single ? t`Mated to (1b)` : t`Mated to drones of (4a)`}>
        {matedTo ? <QueenName queen={matedTo} /> : <NotKnown />}
        {matingType !== null && <span className={styles.second}>{i18n._(MATING_TYPE_NAMES[matingType])}</span>}
      </Fact>
      {matedAt !== null && <Fact label={t`Mated on`}>{format.date(matedAt)}</Fact>}
      {matingStation !== null && (
        <Fact label={t`Mating station`}>
          <span translate="no">{matingStation}</span>
        </Fact>
      )}
      {droneProducers !== null && <Fact label={t`Drone-producing queens`}>{format.number(droneProducers)}</Fact>}
      {drones !== null && <Fact label={t`Drones`}>{format.number(drones)}</Fact>}
      {sdiCode !== null && <Fact label={t`SDI code`}>{sdiCode}</Fact>}
    </>
  );
}
