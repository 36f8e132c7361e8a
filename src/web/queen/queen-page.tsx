import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { NotLoaded } from '../data/problem.js';
import { ButtonLink } from '../ui/button.js';
import { Dot } from '../ui/dot.js';
import { loadLater } from '../ui/load-later.js';
import { ReloadPanel } from '../ui/reload-panel.js';
import { Page, Panel } from '../ui/page.js';
import { Loaded, Skeleton } from '../ui/states.js';
import { DaughtersPanel } from './daughters-panel.js';
import { Facts } from './facts.js';
import { HivePanel } from './hive-panel.js';
import { OriginPanel } from './origin-panel.js';
import { QueenActions } from './queen-actions.js';
import { queenQuery, type Queen } from './queen-data.js';
import { SubHead } from './sub-head.js';
import styles from './queen.module.css';

const PanelPlaceholder = () => <Skeleton lines={8} />;
const QueenPedigree = loadLater(
  async () => ({ default: (await import('../pedigree/queen-pedigree.js')).QueenPedigree }),
  PanelPlaceholder,
  PanelFailed,
);
const ValuesPanel = loadLater(() => import('./values-panel.js'), PanelPlaceholder, ValuesFailed);
const EvaluationsPanel = loadLater(() => import('./evaluations-panel.js'), PanelPlaceholder, EvaluationsFailed);

function PanelFailed() {
  const { t } = useLingui();
  const message = t`This part of the page could not be loaded. Queenbook may be unreachable.`;
  return <ReloadPanel error={new NotLoaded(undefined, message)} />;
}

function ValuesFailed() {
  const { t } = useLingui();
  return (
    <Panel title={t`Breeding values`} id="values">
      <PanelFailed />
    </Panel>
  );
}

function EvaluationsFailed() {
  const { t } = useLingui();
  return (
    <Panel title={t`Evaluations`} id="evaluations">
      <PanelFailed />
    </Panel>
  );
}

export default function QueenPage() {
  const { id } = useParams({ from: '/signed-in/queens/$id' });
  const { t } = useLingui();
  const query = useQuery(queenQuery(id));
  const back = (
    <Link to="/queens">
      <Trans>Queens</Trans>
    </Link>
  );
  const queen = query.data?.queen;
  if (queen === null) {
    return (
      <Page title={t`There is no such queen`} width="narrow" back={back}>
        <p>
          <Trans>She may have been deleted, or merged with another record of the same queen.</Trans>
        </p>
      </Page>
    );
  }
  return (
    <Page
      key={id}
      title={queen?.name ?? t`Queen`}
      heading={
        queen && (
          <span className={styles.heading}>
            <Dot born={queen.dateOfBirth} size={28} />
            <span translate="no">{queen.name}</span>
          </span>
        )
      }
      back={back}
      actions={<QueenActions id={id} />}
    >
      <Loaded query={query} lines={8}>
        {() => queen && <Parts queen={queen} />}
      </Loaded>
    </Page>
  );
}

/** The parts of the page. Each part loads its own data. */
function Parts({ queen }: { queen: Queen }) {
  const { t } = useLingui();
  const { id, name } = queen;
  return (
    <>
      <div className={styles.under}>
        <SubHead queen={queen} />
        <OnThisPage />
      </div>
      <div className={styles.whole}>
        <div className={styles.grid}>
          <div className={styles.beside}>
            <Facts queen={queen} />
            <HivePanel queen={queen} />
          </div>
          <Panel title={t`Pedigree`} id="pedigree" actions={<WholePedigree id={id} />}>
            <QueenPedigree id={id} name={name} />
          </Panel>
        </div>
        <div className={styles.halves}>
          <ValuesPanel id={id} name={name} />
          <EvaluationsPanel id={id} name={name} />
        </div>
        <div className={styles.mirrored}>
          <DaughtersPanel id={id} name={name} />
          <OriginPanel id={id} />
        </div>
      </div>
    </>
  );
}

const WholePedigree = ({ id }: { id: string }) => (
  <ButtonLink to="/queens/$id/pedigree" params={{ id }}>
    <Trans>Whole pedigree</Trans>
  </ButtonLink>
);

function OnThisPage() {
  const { t } = useLingui();
  const parts = [
    ['hive', t`Hive`],
    ['pedigree', t`Pedigree`],
    ['values', t`Breeding values`],
    ['evaluations', t`Evaluations`],
    ['daughters', t`Daughters`],
    ['origin', t`Original data`],
  ] as const;
  return (
    <nav aria-label={t`On this page`}>
      <ul className={styles.parts}>
        {parts.map(([part, label]) => (
          <li key={part}>
            <a href={`#${part}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
