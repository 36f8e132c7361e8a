import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { DeleteDialog } from '../ui/delete-dialog.js';
import { useHere } from '../ui/sending.js';
import { inHiveOrder, type Apiary } from './apiary-data.js';
import styles from './apiaries.module.css';

const DELETE_APIARY = graphql(`
  mutation DeleteApiary($id: ID!) {
    deleteApiary(id: $id) {
      id
    }
  }
`);

const MAX_SHOWN_HIVES = 5;

export function DeleteApiaryDialog({ apiary, onClose }: { apiary: Apiary; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  const { id, name, seasons } = apiary;
  const hives = inHiveOrder(apiary.hives);
  const rest = hives.length - MAX_SHOWN_HIVES;
  async function remove(): Promise<void> {
    const stillHere = here();
    await ask(DELETE_APIARY, { id });
    announce(t`Apiary ${name} is deleted.`);
    // Leaves the page before the refresh, because the page would request the deleted apiary.
    if (stillHere()) await navigate({ to: '/apiaries', replace: true });
    void refresh();
  }
  const obstacles = () => (
    <>
      {hives.length > 0 && (
        <>
          <h3>
            <Plural value={hives.length} one="# hive" other="# hives" />
          </h3>
          <ul className={styles.list}>
            {hives.slice(0, MAX_SHOWN_HIVES).map((hive) => (
              <li key={hive.id}>
                <a href={`#hive-${hive.id}`} translate="no">
                  {hive.name}
                </a>
              </li>
            ))}
            {rest > 0 && (
              <li>
                <a href="#hives">
                  <Plural value={rest} one="# more" other="# more" />
                </a>
              </li>
            )}
          </ul>
        </>
      )}
      {seasons !== null && seasons.length > 0 && (
        <>
          <h3>
            <Trans>Evaluations</Trans>
          </h3>
          <ul className={styles.list}>
            {seasons.map(({ year, evaluations }) => (
              <li key={year}>
                <Link to="/record/$apiaryId/$year" params={{ apiaryId: id, year: String(year) }}>
                  <Trans>Season {String(year)}</Trans>
                </Link>{' '}
                (<Plural value={evaluations} one="# evaluation" other="# evaluations" />)
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
  return (
    <DeleteDialog title={t`Delete apiary ${name}?`} onDelete={remove} {...{ onClose, obstacles }}>
      <p>
        <Trans>The apiary is deleted permanently, with its notes and location.</Trans>
      </p>
    </DeleteDialog>
  );
}
