import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { NotebookPen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { AvailableOffline } from '../offline/available-offline.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Page, Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { apiaryQuery, inHiveOrder, type Apiary } from './apiary-data.js';
import { ApiaryDialog } from './apiary-dialog.js';
import { DeleteApiaryDialog } from './delete-apiary.js';
import { HiveDialog } from './hive-dialog.js';
import { HivesTable } from './hives-table.js';
import { SeasonsPanel } from './seasons-panel.js';
import styles from './apiaries.module.css';

/** The page of an apiary: its hives, and the number of colonies that were tested there in each season. */
export default function ApiaryPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/apiaries/$id' });
  const query = useQuery(apiaryQuery(id));
  const back = (
    <Link to="/apiaries">
      <Trans>All apiaries</Trans>
    </Link>
  );
  if (query.data) return <Found apiary={query.data} back={back} />;
  return (
    <Page title={t`Apiary`} back={back}>
      <Loaded query={query} lines={8}>
        {() => (
          <Empty>
            <Trans>There is no such apiary. It may have been deleted.</Trans>
          </Empty>
        )}
      </Loaded>
    </Page>
  );
}

function Found({ apiary, back }: { apiary: Apiary; back: ReactNode }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'edit' | 'delete' | 'hive' | null>(null);
  const close = () => setOpen(null);
  const { id, name, hives, seasons } = apiary;
  const season = String(new Date().getFullYear());
  const actions = (
    <>
      <Button icon={<Pencil aria-hidden="true" />} onClick={() => setOpen('edit')}>
        {t`Edit`}
      </Button>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen('delete')}>
        {t`Delete`}
      </Button>
      <ButtonLink
        to="/record/$apiaryId/$year"
        params={{ apiaryId: id, year: season }}
        icon={<NotebookPen aria-hidden="true" />}
      >
        <Trans>Record evaluations here</Trans>
      </ButtonLink>
      <Button kind="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen('hive')}>
        {t`Add hive`}
      </Button>
    </>
  );
  return (
    <Page title={name} heading={<span translate="no">{name}</span>} back={back} actions={actions}>
      <Facts apiary={apiary} />
      <AvailableOffline apiary={apiary} />
      <Panel title={t`Hives`} id="hives">
        {hives.length === 0 ? (
          <Empty>
            <Trans>There is no hive here yet. Add one, or move one here from another apiary.</Trans>
          </Empty>
        ) : (
          <HivesTable label={t`Hives of ${name}`} hives={inHiveOrder(hives)} />
        )}
      </Panel>
      {seasons && <SeasonsPanel apiaryId={id} seasons={seasons} />}
      {open === 'edit' && <ApiaryDialog apiary={apiary} onClose={close} />}
      {open === 'delete' && <DeleteApiaryDialog apiary={apiary} onClose={close} />}
      {open === 'hive' && <HiveDialog apiaryId={id} onClose={close} />}
    </Page>
  );
}

/** The known data of an apiary: numbers of hives and queens, location and notes. */
function Facts({ apiary }: { apiary: Apiary }) {
  const { t } = useLingui();
  const format = useFormat();
  const { countryCode, postalCode, latitude, longitude, elevationM, notes, hives } = apiary;
  const queens = hives.filter(({ queen }) => queen !== null).length;
  const facts: [string, string | null][] = [
    [t`Hives`, format.number(hives.length)],
    [t`With a queen`, format.number(queens)],
    [t`Country and postal code`, [countryCode, postalCode].filter(Boolean).join(' ') || null],
    [
      t`Latitude and longitude`,
      latitude === null || longitude === null ? null : `${format.number(latitude, 4)}° ${format.number(longitude, 4)}°`,
    ],
    [t`Elevation`, elevationM === null ? null : t`${format.number(elevationM)} m`],
    [t`Notes`, notes],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([term, fact]) =>
          fact !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd translate="no">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
