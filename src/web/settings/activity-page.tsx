import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { keysQuery } from '../keys/queries.js';
import { Count, ListTable, type Column } from '../ui/list-table.js';
import { Page } from '../ui/page.js';
import { PAGE_SIZE, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { actionName, ACTOR_NAMES } from './activity-words.js';
import styles from './settings.module.css';

const EVENTS = graphql(`
  query AuditEvents($first: Int!, $offset: Int!) {
    auditEvents(first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        happenedAt
        action
        actor
        keyId
        subjectId
        address
        count
      }
    }
  }
`);
type Row = ResultOf<typeof EVENTS>['auditEvents']['nodes'][number];

export default function ActivityPage() {
  const { t } = useLingui();
  const format = useFormat();
  const pages = usePages<Row>({
    key: ['activity'],
    fetch: async (offset, signal) => {
      const { auditEvents } = await ask(EVENTS, { first: PAGE_SIZE, offset }, signal);
      return { total: auditEvents.totalCount, rows: auditEvents.nodes };
    },
  });
  // The widths are fixed, so that a long name of a key does not push other columns out of view.
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'when', header: t`When`, width: 210, cell: ({ happenedAt }) => format.instant(happenedAt) },
      { id: 'what', header: t`What`, width: 380, cell: (row) => <EventName row={row} /> },
      { id: 'who', header: t`Who`, width: 230, cell: (row) => <Actor row={row} /> },
      { id: 'where', header: t`IP address`, width: 200, cell: (row) => row.address && <Address row={row} /> },
    ],
    [t, format],
  );
  return (
    <Page title={t`Account activity`} back={<Link to="/settings">{t`Settings`}</Link>}>
      <p>
        <Trans>
          Sign-ins and failed attempts, exports, imports, deletions, and changes to keys. If you see something you did
          not do, change your password and revoke your keys. Only the network part of an IPv6 address is stored. Of each
          kind of event, the newest 400 are kept for a year. All events are deleted with the account.
        </Trans>
      </p>
      <Count total={pages.total}>
        {(shown) => <Plural value={pages.total ?? 0} one="One event" other={`${shown} events`} />}
      </Count>
      <ListTable
        label={t`Account activity`}
        columns={columns}
        pages={pages}
        phoneRow={(row) => (
          <div className={styles.phone}>
            <span>
              <EventName row={row} />
              {row.keyId !== null && (
                <>
                  , <Actor row={row} />
                </>
              )}
            </span>
            <span>
              {format.instant(row.happenedAt)}, {row.address ? <Address row={row} /> : <Actor row={row} />}
            </span>
          </div>
        )}
        empty={
          <Empty>
            <Trans>There are no events yet.</Trans>
          </Empty>
        }
      />
    </Page>
  );
}

/** The event, how often it happened, and the name of the key. The name is last, because it may be cut. */
function EventName({ row: { action, subjectId, count } }: { row: Row }) {
  const { i18n } = useLingui();
  const words = actionName(action);
  return (
    <span>
      {words ? i18n._(words) : action}
      {count > 1 && (
        <>
          {' '}
          <Plural value={count} one="(once)" other="(# times)" />
        </>
      )}
      {action.startsWith('key_') && subjectId !== null && <KeyName id={subjectId} />}
    </span>
  );
}

function Actor({ row: { actor, keyId } }: { row: Row }) {
  const { i18n } = useLingui();
  return (
    <span>
      {i18n._(ACTOR_NAMES[actor])}
      {keyId !== null && <KeyName id={keyId} />}
    </span>
  );
}

const Address = ({ row: { address } }: { row: Row }) => <span translate="no">{address}</span>;

/** A link to a key. Every key is in the list of keys, because the list also contains revoked keys. */
function KeyName({ id }: { id: string }) {
  const { data: keys } = useQuery(keysQuery);
  const key = keys?.find((each) => each.id === id);
  return (
    key && (
      <>
        {': '}
        <Link to="/keys/$id" params={{ id }} translate="no">
          {key.name}
        </Link>
      </>
    )
  );
}
