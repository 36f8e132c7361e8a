import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter, type LinkProps } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { keysQuery } from '../keys/queries.js';
import { Dialog } from '../ui/dialog.js';
import { useDebounced } from '../ui/debounced.js';
import { ErrorPanel } from '../ui/states.js';
import { useNavigationEntries } from './navigation.js';
import styles from './finder.module.css';

const FIND = graphql(`
  query Find($search: String!) {
    queens(first: 8, filter: { search: $search }) {
      nodes {
        id
        name
        externalId
      }
    }
  }
`);

const ALL_APIARIES = graphql(`
  query AllApiaries {
    apiaries(first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);

export interface FinderProps {
  /** Text that the user typed while the code of the search was loading. */
  typed: RefObject<string>;
  onClose: () => void;
}

interface Found {
  id: string;
  kind: string;
  name: string;
  /** Further text, such as the number of a queen. */
  more?: string | null;
  /** Whether the name comes from the user's data. */
  own: boolean;
  link: Pick<LinkProps, 'to' | 'params'>;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The pages, apiaries, keys and queens whose names contain the text; without a text, all pages. */
function useFound(text: string): { found: Found[]; error: unknown; loading: boolean } {
  const { t } = useLingui();
  const places = useNavigationEntries();
  const search = useDebounced(text.trim(), 150);
  const queens = useQuery({
    queryKey: ['find', search],
    queryFn: ({ signal }) => ask(FIND, { search }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const apiaries = useQuery({
    queryKey: ['find-apiaries'],
    queryFn: ({ signal }) => ask(ALL_APIARIES, {}, signal),
  });
  const keys = useQuery(keysQuery);
  const pages: Found[] = [
    ...places.map(({ to, label }) => ({ to, label })),
    { to: '/queens/new' as const, label: t`New queen` },
    { to: '/values/trends' as const, label: t`Trends` },
    { to: '/values/runs' as const, label: t`Runs` },
    { to: '/settings/activity' as const, label: t`Account activity` },
  ].map(({ to, label }) => ({ id: `page-${to}`, kind: t`Page`, name: label, own: false, link: { to } }));
  const word = plain(text.trim());
  if (word === '') return { found: pages, error: null, loading: false };
  const fits = ({ name, more }: Found) => plain(`${name} ${more ?? ''}`).includes(word);
  const found = [
    ...pages.filter(fits),
    ...(apiaries.data?.apiaries?.nodes ?? [])
      .map(({ id, name }): Found => ({
        id,
        kind: t`Apiary`,
        name,
        own: true,
        link: { to: '/apiaries/$id', params: { id } },
      }))
      .filter(fits),
    ...(keys.data ?? [])
      .map(({ id, name, keyPrefix }): Found => ({
        id,
        kind: t`API key`,
        name,
        more: keyPrefix,
        own: true,
        link: { to: '/keys/$id', params: { id } },
      }))
      .filter(fits),
    ...(queens.data?.queens.nodes ?? []).map(({ id, name, externalId }): Found => ({
      id,
      kind: t`Queen`,
      name,
      more: externalId === name ? null : externalId,
      own: true,
      link: { to: '/queens/$id', params: { id } },
    })),
  ];
  const loading = queens.isPlaceholderData || queens.isLoading || search !== text.trim();
  return { found, error: queens.error ?? apiaries.error ?? keys.error, loading };
}

/** Finds queens, apiaries, keys and pages by a part of their names or numbers. */
export default function Finder({ typed, onClose }: FinderProps) {
  const { t } = useLingui();
  const router = useRouter();
  const [text, setText] = useState(() => typed.current);
  const [at, setAt] = useState(0);
  const { found, error, loading } = useFound(text);
  const base = useId();
  const current = found[Math.min(at, found.length - 1)];
  const idOf = (each: Found) => `${base}${each.id}`;

  function open(each: Found, event: KeyboardEvent | MouseEvent): void {
    if (event.ctrlKey || event.metaKey) {
      window.open(router.buildLocation(each.link).href, '_blank', 'noopener');
      return;
    }
    onClose();
    void router.navigate(each.link);
  }
  function press(event: KeyboardEvent): void {
    // `Dialog` ignores Escape while a list in it is open. The list of this dialog is always open, so Escape is handled
    // here.
    if (event.key === 'Escape') onClose();
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, found.length - 1) + step + found.length) % found.length;
      setAt(next);
      const reached = found[next];
      if (reached) document.getElementById(idOf(reached))?.scrollIntoView({ block: 'nearest' });
    }
    // Enter must not open an entry of an outdated search.
    if (event.key === 'Enter' && current && !loading) {
      event.preventDefault();
      open(current, event);
    }
  }
  return (
    <Dialog title={t`Find`} onClose={onClose}>
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label={t`Queen, apiary, key or page`}
        placeholder={t`Queen, apiary, key or page`}
        aria-expanded={found.length > 0}
        aria-controls={`${base}list`}
        aria-activedescendant={current && idOf(current)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {error !== null && error !== undefined && <ErrorPanel error={error} />}
      <ul id={`${base}list`} role="listbox" aria-label={t`Found`} className={styles.list}>
        {found.map((each) => (
          // The input keeps the focus and handles the keys.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={each.id}
            id={idOf(each)}
            role="option"
            aria-selected={each === current}
            onClick={(event) => open(each, event)}
          >
            <span translate={each.own ? 'no' : undefined}>{each.name}</span>
            {each.more && (
              <span translate="no" className={styles.more}>
                {each.more}
              </span>
            )}
            <span className={styles.kind}>{each.kind}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {found.length === 0 && !loading && <Trans>Nothing matches this text.</Trans>}
      </p>
    </Dialog>
  );
}
