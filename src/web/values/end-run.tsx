import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { useFormat } from '../i18n/format.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { useHere } from '../ui/sending.js';
import { END, isOpen, runQuery, type Run } from './runs.js';

/**
 * A button that cancels a waiting or running run, or deletes a finished run. Values from an import have no button: undo
 * the import to delete them.
 */
export function EndRun({ run }: { run: Run }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  if (run.source === 'import') return null;
  const open = isOpen(run);
  return (
    <>
      <Button icon={open ? <Ban aria-hidden="true" /> : <Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {open ? t`Cancel the run` : t`Delete the run`}
      </Button>
      {asking && <Question run={run} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const navigate = useNavigate();
  const here = useHere();
  const client = useQueryClient();
  const [open] = useState(isOpen(run));
  const date = format.instant(run.createdAt);
  async function end(): Promise<void> {
    const stillHere = here();
    // The run may have finished before the confirmation. Cancelling a finished run would delete its values.
    const now = open ? await client.fetchQuery({ ...runQuery(run.id), staleTime: 0 }) : run;
    if (open && now && !isOpen(now)) {
      onClose();
      announce(t`The run has finished in the meantime. Nothing was cancelled.`);
      return;
    }
    await ask(END, { id: run.id });
    const leadsOn = !open && stillHere();
    onClose();
    announce(open ? t`The run is cancelled.` : t`The run is deleted.`);
    if (leadsOn) await navigate({ to: '/values/runs', replace: true });
    await refresh();
  }
  return (
    <Dialog title={open ? t`Cancel the run of ${date}?` : t`Delete the run of ${date}?`} onClose={onClose}>
      <p>
        {open ? (
          <Trans>The results of this run so far are discarded. The values of earlier runs stay.</Trans>
        ) : run.status === 'completed' ? (
          <Trans>
            The breeding values of this run are deleted permanently. If this is the newest run, the ranking and the
            trends use the previous run.
          </Trans>
        ) : (
          <Trans>This run has no values. Only its entry in the list of runs is deleted.</Trans>
        )}
      </p>
      <Form
        kind="danger"
        submit={open ? t`Cancel the run` : t`Delete the run`}
        beside={
          <Button autoFocus onClick={onClose}>
            {open ? t`Keep it running` : t`Keep it`}
          </Button>
        }
        onSubmit={end}
      >
        {null}
      </Form>
    </Dialog>
  );
}
