import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { problemOfSending, type Problem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { ErrorPanel } from '../ui/states.js';
import type { ImportDetail } from './import-data.js';
import styles from './undo.module.css';
import { KINDS } from './words.js';

const UNDO = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(id: $id) {
      id
    }
  }
`);

/** A button to undo an import, after one confirmation. Shows the obstacles that prevent the undo. */
export function UndoImport({ of: { id, created, updated } }: { of: Pick<ImportDetail, 'id' | 'created' | 'updated'> }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const undo = useMutation({
    mutationFn: () => ask(UNDO, { id }),
    async onSuccess() {
      await refresh();
      setAsking(false);
      announce(t`The import was undone.`);
    },
  });
  const total = (counts: ImportDetail['created']) => KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const problem = undo.error && problemOfSending(undo.error);
  const refused = problem?.conflict;
  const close = () => {
    setAsking(false);
    undo.reset();
  };
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        <Trans>Undo the import</Trans>
      </Button>
      {asking && (
        <Dialog
          // A rejection is shown in another dialog, so that the first button of that dialog gets the focus.
          key={refused ? 'refusal' : 'question'}
          title={refused ? t`The import cannot be undone` : t`Undo this import?`}
          onClose={close}
        >
          {refused ? (
            <Obstacles problem={problem} />
          ) : (
            <>
              {problem && <ErrorPanel error={problem} />}
              {total(created) > 0 && (
                <p>
                  <Plural
                    value={total(created)}
                    one="The one row that the import created will be deleted."
                    other="The # rows that the import created will be deleted."
                  />
                </p>
              )}
              {total(updated) > 0 && (
                <p>
                  <Plural
                    value={total(updated)}
                    one="The one row that the import changed will be restored."
                    other="The # rows that the import changed will be restored."
                  />
                </p>
              )}
              {total(created) + total(updated) === 0 && (
                <p>
                  <Trans>The import created and changed nothing.</Trans>
                </p>
              )}
            </>
          )}
          <DialogActions>
            <Button autoFocus onClick={close}>
              {refused ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
            </Button>
            {!refused && (
              <Button
                kind="danger"
                icon={<Undo2 aria-hidden="true" />}
                busy={undo.isPending}
                onClick={() => undo.mutate()}
              >
                <Trans>Undo the import</Trans>
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function Obstacles({ problem }: { problem: Problem }) {
  return (
    <div role="alert" className={styles.obstacles}>
      {problem.errors.length === 0 ? (
        <p>{problem.message}</p>
      ) : (
        <ul>
          {problem.errors.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
