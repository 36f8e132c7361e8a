import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { queryClient } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import { TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { ErrorPanel, Skeleton } from '../ui/states.js';
import {
  DELETE_VIEW,
  readParameters,
  SAVE_VIEW,
  savedViewsQuery,
  writeParameters,
  type SavedView,
  type SavedViewPage,
} from './saved-view-data.js';
import styles from './saved-views.module.css';

const PATHS = { QUEENS: '/queens', RANKING: '/values', MATING: '/mating' } as const;

interface SavedViewsProps {
  page: SavedViewPage;
  search: object;
}

export function SavedViewsButton(props: SavedViewsProps) {
  const { t } = useLingui();
  const label = props.page === 'MATING' ? t`Saved plans` : t`Saved filters`;
  return (
    <Disclosure label={label} icon={<Bookmark aria-hidden="true" />} side="end">
      <SavedViews {...props} />
    </Disclosure>
  );
}

/** Links to the saved views of a page, and a field to save the present view. */
export function SavedViews({ page, search }: SavedViewsProps) {
  const { t } = useLingui();
  const { data: views, error, refetch } = useQuery(savedViewsQuery(page));
  const [deleted, setDeleted] = useState<SavedView>();
  const parameters = writeParameters(search);
  const reload = () => queryClient.invalidateQueries(savedViewsQuery(page));
  const store = async (name: string, saved: string) => {
    await ask(SAVE_VIEW, { input: { page, name, parameters: saved } });
    await reload();
  };
  const save = async (values: FormData) => {
    const name = String(values.get('name'));
    await store(name, parameters);
    setDeleted(undefined);
    announce(t`${name} is saved.`);
  };
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!views) return <Skeleton lines={3} />;
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <ul>
          {views.map((view) => (
            <li key={view.id}>
              <Link
                to={PATHS[page]}
                search={readParameters(view.parameters)}
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={view.parameters === parameters ? 'page' : undefined}
              >
                {view.name}
              </Link>
              <DeleteView
                view={view}
                onDeleted={async () => {
                  setDeleted(view);
                  await reload();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {deleted && (
        <p role="status" className={styles.deleted}>
          <UndoDeletion view={deleted} restore={store} onRestored={() => setDeleted(undefined)} />
        </p>
      )}
      {parameters === '' ? (
        <p className={styles.hint}>
          {page === 'MATING' ? (
            <Trans>Choose queens to save the plan under a name.</Trans>
          ) : (
            <Trans>Choose filters or a sort order to save them under a name.</Trans>
          )}
        </p>
      ) : (
        <Form key={views.length} onSubmit={save} submit={<Trans>Save</Trans>} kind="plain">
          <TextField
            name="name"
            label={page === 'MATING' ? t`Save this plan as` : t`Save these filters as`}
            hint={views.length > 0 ? t`If the name is in the list above, that entry is replaced.` : undefined}
            autoComplete="off"
          />
        </Form>
      )}
    </div>
  );
}

function DeleteView({ view, onDeleted }: { view: SavedView; onDeleted: () => Promise<void> }) {
  const { t } = useLingui();
  const { name } = view;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask(DELETE_VIEW, { id: view.id }),
    onSuccess: onDeleted,
  });
  return (
    <>
      <Button
        kind="quiet"
        icon={<Trash2 aria-hidden="true" />}
        aria-label={t`Delete ${name}`}
        busy={isPending}
        onClick={() => mutate()}
      />
      {error && <ErrorPanel error={error} />}
    </>
  );
}

interface UndoDeletionProps {
  view: SavedView;
  restore: (name: string, parameters: string) => Promise<void>;
  onRestored: () => void;
}

function UndoDeletion({ view, restore, onRestored }: UndoDeletionProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => restore(view.name, view.parameters),
    onSuccess: onRestored,
  });
  const { name } = view;
  return (
    <>
      <Trans>{name} is deleted.</Trans>{' '}
      <Button kind="quiet" busy={isPending} onClick={() => mutate()}>
        <Trans>Undo</Trans>
      </Button>
      {error && <ErrorPanel error={error} />}
    </>
  );
}
