import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { List } from 'lucide-react';
import { useState } from 'react';
import { useOpened } from '../offline/available.js';
import { sessionQuery } from '../data/session.js';
import { ButtonLink } from '../ui/button.js';
import { Dot } from '../ui/dot.js';
import { Page } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { useDrafts } from './draft-store.js';
import { evaluationDrafts } from './evaluation-drafts.js';
import { inspectionDrafts } from './inspection-drafts.js';
import { OutboxBar } from './outbox-bar.js';
import { QueenScreen } from './queen-screen.js';
import { rememberAdded, remembered, seasonKey } from './remembered.js';
import { seasonQuery, type Season } from './season-data.js';
import { placesOf, type Place } from './season-list.js';
import { SeasonOverview } from './season-overview.js';
import { recordedOf } from './state-of.js';
import { useUnsaved } from './unsaved.js';
import { useOnline } from './use-online.js';
import styles from './season-page.module.css';

/** The page of an apiary in a year: a screen for each queen in the order of hives, and the list of all queens. */
export default function SeasonPage() {
  const { t } = useLingui();
  const { apiaryId, year } = useParams({ from: '/signed-in/record/$apiaryId/$year' });
  const { data: account } = useQuery(sessionQuery);
  const season = useQuery(seasonQuery(apiaryId, Number(year)));
  const online = useOnline();
  useOpened(season.data?.apiary.id);
  const { unsaved } = useUnsaved(account?.id ?? '');
  const here = ({ colony }: (typeof unsaved)[number]) => colony.apiaryId === apiaryId && colony.year === Number(year);
  // If the apiary was deleted, the user can still read and discard unsaved input for its colonies.
  const deleted = season.data === null && unsaved.some(here) && placeless(apiaryId, Number(year), t`Deleted apiary`);
  const shown = season.data ?? deleted;
  if (account && shown) return <InSeason account={account.id} season={shown} />;
  return (
    <Page title={t`Record`} width="narrow">
      {season.data === undefined && !online ? (
        <Empty>
          <Trans>There is no network, and this apiary has not been opened before. Saved entries are not lost.</Trans>
        </Empty>
      ) : (
        <Loaded query={season}>
          {() => (
            <Empty
              action={
                <ButtonLink to="/record" kind="primary">
                  <Trans>Choose an apiary</Trans>
                </ButtonLink>
              }
            >
              <Trans>This apiary no longer exists.</Trans>
            </Empty>
          )}
        </Loaded>
      )}
    </Page>
  );
}

const placeless = (id: string, year: number, name: string): Season => ({
  apiary: { id, name },
  year,
  hives: [],
  evaluations: [],
});

function InSeason({ account, season }: { account: string; season: Season }) {
  const { apiary, year } = season;
  const { queen, view } = useSearch({ from: '/signed-in/record/$apiaryId/$year' });
  const { drafts } = useDrafts(evaluationDrafts);
  const { drafts: inspections } = useDrafts(inspectionDrafts);
  const [added, setAdded] = useState(() => remembered(account).added[seasonKey(apiary.id, year)] ?? []);
  const places = placesOf(season, { account, drafts, inspections, added });
  const at = places.findIndex((place) => place.queen.id === queen);
  const place = places[at];
  if (view !== 'list' && place) {
    return <AtQueen key={place.queen.id} {...{ account, season, places, place, at }} />;
  }
  const open = places.find((each) => recordedOf(each) === 'none');
  // The URL of a missing queen stays the same, because the season may be an old copy. She is shown when the data arrive.
  if (view !== 'list' && queen === undefined && open) {
    const params = { apiaryId: apiary.id, year: String(year) };
    return <Navigate to="/record/$apiaryId/$year" params={params} search={{ queen: open.queen.id }} replace />;
  }
  return (
    <SeasonOverview
      {...{ account, season, places }}
      onAdd={(more) => {
        rememberAdded(account, seasonKey(apiary.id, year), more);
        setAdded(remembered(account).added[seasonKey(apiary.id, year)] ?? []);
      }}
    />
  );
}

interface AtQueenProps {
  account: string;
  season: Season;
  places: Place[];
  place: Place;
  at: number;
}

function AtQueen({ account, season, places, place, at }: AtQueenProps) {
  const { t } = useLingui();
  const { apiary, year } = season;
  const { queen, hive } = place;
  const [number, total] = [at + 1, places.length];
  const name = hive ? t`Hive ${hive.name}: ${queen.name}` : queen.name;
  return (
    <Page
      width="narrow"
      title={name}
      back={
        <div className={styles.head}>
          <Link to="/record">
            <span translate="no">
              {apiary.name} · {year}
            </span>
          </Link>
          <ButtonLink
            to="/record/$apiaryId/$year"
            params={{ apiaryId: apiary.id, year: String(year) }}
            search={{ view: 'list' }}
            icon={<List aria-hidden="true" />}
          >
            <Trans>
              {number} of {total}
            </Trans>
          </ButtonLink>
          <progress value={number} max={total} aria-label={t`Queen ${number} of ${total}`} />
        </div>
      }
      heading={
        <span className={styles.who}>
          {hive && (
            <span className={styles.hive}>
              <Trans>
                Hive <b translate="no">{hive.name}</b>
              </Trans>
            </span>
          )}
          <span className={styles.queen}>
            <Dot born={queen.dateOfBirth} size={24} />
            <span translate="no">{queen.name}</span>
          </span>
          {queen.externalId !== null && queen.externalId !== queen.name && (
            <span translate="no" className={styles.number}>
              {queen.externalId}
            </span>
          )}
        </span>
      }
    >
      <OutboxBar account={account} at={place} />
      <QueenScreen
        account={account}
        season={season}
        place={place}
        previous={places[at - 1]?.queen.id ?? null}
        next={places[at + 1]?.queen.id ?? null}
      />
    </Page>
  );
}
