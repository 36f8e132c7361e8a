import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useDrafts } from '../record/draft-store.js';

/** Evaluations that were begun on this device and are not saved. */
export function BegunEntries({ account }: { account: string }) {
  const { drafts } = useDrafts();
  const begun = [...drafts.values()].filter((draft) => draft.account === account && draft.state === 'open');
  const [first] = begun;
  if (!first) return null;
  return (
    <p>
      <Plural
        value={begun.length}
        one="# evaluation was begun on this device and is not saved."
        other="# evaluations were begun on this device and are not saved."
      />{' '}
      <Link
        to="/record/$apiaryId/$year"
        params={{ apiaryId: first.colony.apiaryId, year: String(first.colony.year) }}
        search={{ queen: first.colony.queenId }}
      >
        <Trans>
          Continue with <span translate="no">{first.queen.name}</span>
        </Trans>
      </Link>
    </p>
  );
}
