import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { Panel } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { HiddenCount } from './record-panel.js';
import styles from './home.module.css';

const IMPORTS = graphql(`
  query ImportsAtHome {
    imports(first: 50) {
      nodes {
        id
        filename
        status
        dryRun
        createdAt
        review {
          faulty
        }
      }
    }
  }
`);
type Row = ResultOf<typeof IMPORTS>['imports']['nodes'][number];

const MAX_SHOWN = 5;
const RECENT_MS = 14 * 24 * 60 * 60 * 1000;

/** Whether the import is running, waits for a decision, or failed recently. */
function isOpen({ status, dryRun, review, createdAt }: Row): boolean {
  if (status === 'queued' || status === 'running') return true;
  if (dryRun) return review !== null;
  return status === 'failed' && Date.now() - Date.parse(createdAt) < RECENT_MS;
}

/** Lists files that were checked but not imported, files being read, and imports that failed recently. */
export function ImportsPanel() {
  const { t } = useLingui();
  const format = useFormat();
  const imports = useQuery({
    queryKey: ['home', 'imports'],
    queryFn: async ({ signal }) => (await ask(IMPORTS, {}, signal)).imports.nodes,
  });
  const state = ({ status, dryRun, review }: Row) => {
    if (status === 'queued' || status === 'running') return t`is being read`;
    if (!dryRun) return t`not imported`;
    return review && review.faulty > 0 ? t`checked, has errors` : t`checked, not imported yet`;
  };
  return (
    <Panel title={t`Waiting imports`}>
      <Loaded query={imports} lines={2}>
        {(found) => {
          const open = found.filter(isOpen);
          return (
            <>
              {open.length === 0 ? (
                <p>
                  <Trans>No import is waiting.</Trans>
                </p>
              ) : (
                <ul className={styles.list}>
                  {open.slice(0, MAX_SHOWN).map((row) => (
                    <li key={row.id}>
                      <Link to="/imports/$id" params={{ id: row.id }} translate="no">
                        {row.filename}
                      </Link>
                      <span>
                        {state(row)} <span className={styles.note}>{format.relative(row.createdAt)}</span>
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              <HiddenCount count={open.length - MAX_SHOWN} />
              <Link to="/imports">
                <Trans>All imports</Trans>
              </Link>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
