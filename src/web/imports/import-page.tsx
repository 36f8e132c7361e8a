import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { refresh } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { ButtonLink } from '../ui/button.js';
import { Page, Panel } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { FaultList, WarningList } from './fault-list.js';
import { canUndo, isUnfinished, importOf, pollDelay, type ImportDetail } from './import-data.js';
import { LeftOut } from './left-out.js';
import { NamedOnly } from './named-only.js';
import { hasNewData, CountsTable, EmptyHives, FileFacts } from './outcome.js';
import { Progress } from './progress.js';
import { UndoImport } from './undo.js';
import styles from './import-page.module.css';

/** The page of an import: its progress, then its result. The user can leave and reopen the page at any time. */
export default function ImportPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/imports/$id' });
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => importOf(id, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isUnfinished(data) ? pollDelay(dataUpdateCount) : false,
  });
  const isRunning = query.data && isUnfinished(query.data);
  const wasRunning = useRef(false);
  useEffect(() => {
    // Reloads the data of other pages, which the import has changed.
    if (wasRunning.current && isRunning === false) void refresh();
    wasRunning.current = isRunning === true;
  }, [isRunning]);
  return (
    <Page
      title={query.data?.filename ?? t`Import`}
      heading={query.data && <span translate="no">{query.data.filename}</span>}
      width="narrow"
      back={<Link to="/imports">{t`Imports`}</Link>}
    >
      <Loaded query={query}>
        {(found) =>
          isReviewed(found) ? (
            <Navigate to="/imports/new" search={{ checked: found.id }} replace />
          ) : (
            <Found found={found} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Whether the user still has to decide about the file. The page for new imports then shows the file. */
const isReviewed = (found: ImportDetail): boolean =>
  found.review !== null || (found.dryRun && isUnfinished(found) && found.format !== 'queenbook');

function Found({ found }: { found: ImportDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { status, rows, done, undoneAt, dryRun, createdAt } = found;
  const when = format.instant(createdAt);
  if (isUnfinished(found)) {
    const progress = [format.number(done), format.number(rows)] as const;
    return (
      <Panel>
        <Progress
          label={done > 0 ? t`${progress[0]} of ${progress[1]} rows are done` : t`Importing ${progress[1]} rows`}
          value={done > 0 ? done / rows : null}
        />
        <p className={styles.note}>
          <Trans>You can leave this page; the import continues. Either the whole file is imported, or nothing.</Trans>
        </p>
      </Panel>
    );
  }
  if (status === 'failed') {
    return (
      <Panel
        title={<Trans>The file was not imported</Trans>}
        actions={<ButtonLink to="/imports/new">{t`Import a file`}</ButtonLink>}
      >
        <FileFacts of={found} />
        <FaultList of={found} />
        <WarningList of={found} />
      </Panel>
    );
  }
  // The service records the removal of placeholder queens as an import, so that the user can undo the removal.
  const isRemoval = found.format === 'placeholders';
  const title = undoneAt ? (
    <Trans>The import was undone</Trans>
  ) : dryRun ? (
    <Trans>This was a check; nothing was changed</Trans>
  ) : isRemoval ? (
    <Trans>Queens whose names are only words for missing values or mating types were removed</Trans>
  ) : (
    <Trans>The file is imported</Trans>
  );
  return (
    <Panel
      title={
        <span className={styles.verdict}>
          {canUndo(found) && <CircleCheck aria-hidden="true" />} {title}
        </span>
      }
    >
      <p className={styles.note}>
        {undoneAt ? (
          <Trans>
            Imported {when}, undone {format.instant(undoneAt)}. Rows that the import created were deleted; rows that the
            import changed were restored.
          </Trans>
        ) : (
          <Trans>Uploaded {when}</Trans>
        )}
      </p>
      <FileFacts of={found} />
      <CountsTable of={found} />
      <EmptyHives of={found} />
      <NamedOnly of={found} />
      <LeftOut of={found} />
      <WarningList of={found} />
      {canUndo(found) && !isRemoval && !hasNewData(found) && (
        <p>
          <Trans>Everything in this file was known already.</Trans>
        </p>
      )}
      <div className={styles.buttons}>
        {canUndo(found) && (
          <ButtonLink to="/queens" kind="primary">
            <Trans>Show the queens</Trans>
          </ButtonLink>
        )}
        <ButtonLink to="/imports/new">
          <Trans>Import another file</Trans>
        </ButtonLink>
        {canUndo(found) && <UndoImport of={found} />}
      </div>
    </Panel>
  );
}
