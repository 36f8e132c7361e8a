import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ButtonLink } from '../ui/button.js';
import { Dot } from '../ui/dot.js';
import { Page, Panel } from '../ui/page.js';
import { QueenPicker, type PickedQueen } from '../ui/queen-picker.js';
import { Empty } from '../ui/states.js';
import { OutboxBar } from './outbox-bar.js';
import type { Season } from './season-data.js';
import type { Place } from './season-list.js';
import { RecordedWord, recordedOf } from './state-of.js';
import styles from './season-overview.module.css';

interface SeasonOverviewProps {
  account: string;
  season: Season;
  places: readonly Place[];
  onAdd: (queen: PickedQueen) => void;
}

/** The list of all queens of a season, with the state of their records and links to their screens. */
export function SeasonOverview({ account, season: { apiary, year }, places, onAdd }: SeasonOverviewProps) {
  const { t } = useLingui();
  const done = places.filter(({ stored }) => stored).length;
  const total = places.length;
  const next = places.find((place) => recordedOf(place) === 'none');
  const params = { apiaryId: apiary.id, year: String(year) };
  return (
    <Page
      width="narrow"
      title={`${apiary.name} · ${year}`}
      back={
        <Link to="/record" className={styles.back}>
          <Trans>Record</Trans>
        </Link>
      }
    >
      <OutboxBar account={account} />
      {total === 0 ? (
        <Empty
          action={
            <ButtonLink to="/apiaries/$id" params={{ id: apiary.id }}>
              <Trans>Put queens into its hives</Trans>
            </ButtonLink>
          }
        >
          <Trans>
            No hive of this apiary has a queen yet. Put queens into its hives, or add queens here one by one.
          </Trans>
        </Empty>
      ) : (
        <>
          <p>
            <Plural value={total} one={`${done} of # queen is recorded.`} other={`${done} of # queens are recorded.`} />
          </p>
          <progress className={styles.progress} value={done} max={total} aria-label={t`Recorded`} />
          {next ? (
            <ButtonLink
              to="/record/$apiaryId/$year"
              params={params}
              search={{ queen: next.queen.id }}
              kind="primary"
              className={styles.next}
            >
              {next.hive ? (
                <Trans>
                  Continue: hive {next.hive.name}, {next.queen.name}
                </Trans>
              ) : (
                <Trans>Continue: {next.queen.name}</Trans>
              )}
            </ButtonLink>
          ) : (
            <ButtonLink to="/evaluations" search={{ apiary: apiary.id, year }} className={styles.next}>
              <Trans>See the evaluations of this season</Trans>
            </ButtonLink>
          )}
          <ol className={styles.list}>
            {places.map((place) => (
              <li key={place.queen.id}>
                <Link to="/record/$apiaryId/$year" params={params} search={{ queen: place.queen.id }}>
                  <span className={styles.hive} translate="no">
                    {place.hive?.name ?? '–'}
                  </span>
                  <Dot born={place.queen.dateOfBirth} />
                  <span className={styles.queen} translate="no">
                    <span className={styles.name}>{place.queen.name}</span>
                    {place.queen.externalId !== place.queen.name && (
                      <span className={styles.number}>{place.queen.externalId}</span>
                    )}
                  </span>
                  <RecordedWord recorded={recordedOf(place)} />
                </Link>
              </li>
            ))}
          </ol>
        </>
      )}
      <AddQueen taken={places} onAdd={onAdd} params={params} />
    </Page>
  );
}

interface AddQueenProps {
  taken: readonly Place[];
  onAdd: (queen: PickedQueen) => void;
  params: { apiaryId: string; year: string };
}

/** A form to add a queen that has no known hive at this apiary. */
function AddQueen({ taken, onAdd, params }: AddQueenProps) {
  const { t } = useLingui();
  const [picked, pick] = useState<PickedQueen | null>(null);
  const listed = taken.some(({ queen }) => queen.id === picked?.id);
  return (
    <Panel title={<Trans>Another queen</Trans>}>
      <QueenPicker
        name="queenId"
        label={t`Queen without a hive here`}
        onPick={(queen) => {
          pick(queen);
          if (queen && !taken.some((place) => place.queen.id === queen.id)) onAdd(queen);
        }}
      />
      {picked && listed && (
        <p className={styles.added}>
          <ButtonLink to="/record/$apiaryId/$year" params={params} search={{ queen: picked.id }} kind="primary">
            <Trans>
              Record <span translate="no">{picked.name}</span>
            </Trans>
          </ButtonLink>
        </p>
      )}
    </Panel>
  );
}
