import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, graphql } from '../data/graphql.js';
import { Panel } from '../ui/page.js';

const SHARED = graphql(`
  query SharedIdentifiers {
    queens(first: 1, filter: { sharesIdentifier: true }) {
      totalCount
    }
  }
`);

/**
 * Shows how many queens have an identifier that another queen has in a different spelling, with a link to these queens.
 * Earlier versions treated different spellings as different identifiers.
 */
export function SharedIdentifiersNote() {
  const { data } = useQuery({
    queryKey: ['queens who share an identifier'],
    queryFn: ({ signal }) => ask(SHARED, {}, signal),
  });
  const count = data?.queens.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <Panel>
      <p>
        <Plural
          value={count}
          one="One queen has the same identifier as another queen, but it is written differently."
          other="# queens have the same identifier as another queen, but it is written differently."
        />{' '}
        <Trans>
          A file that contains one of these identifiers cannot be imported. Merge the records, or correct one of the
          identifiers.
        </Trans>
      </p>
      <Link to="/queens" search={{ shared: true }}>
        <Trans>Show these queens</Trans>
      </Link>
    </Panel>
  );
}
