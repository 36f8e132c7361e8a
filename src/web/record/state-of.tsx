import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CircleAlert, CloudOff, PencilLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import type { Evaluation } from './evaluation-data.js';
import type { Place } from './season-list.js';
import { mostUrgent, useUnsaved } from './unsaved.js';
import styles from './state-of.module.css';

export type Recorded = 'refused' | 'waiting' | 'open' | 'saved' | 'none';

export const recordedOf = ({ stored, draft, inspection }: Place): Recorded =>
  mostUrgent([draft, inspection])?.state ?? (stored ? 'saved' : 'none');

/** The state of a queen's record as a word and an icon; empty if there is no record. */
export function RecordedWord({ recorded }: { recorded: Recorded }) {
  const words: Record<Recorded, ReactNode> = {
    refused: (
      <>
        <CircleAlert aria-hidden="true" />
        <Trans>rejected</Trans>
      </>
    ),
    waiting: (
      <>
        <CloudOff aria-hidden="true" />
        <Trans>not sent yet</Trans>
      </>
    ),
    open: (
      <>
        <PencilLine aria-hidden="true" />
        <Trans>not saved yet</Trans>
      </>
    ),
    saved: (
      <>
        <Check aria-hidden="true" />
        <Trans>recorded</Trans>
      </>
    ),
    none: null,
  };
  return (
    <span className={styles.word} data-recorded={recorded}>
      {words[recorded]}
    </span>
  );
}

interface StateOfProps {
  account: string;
  place: Place;
  onDiscard: () => void;
}

/** States whether the values are saved on the server, or only on this device. */
export function StateOf({ account, place, onDiscard }: StateOfProps) {
  const format = useFormat();
  const { stored } = place;
  const draft = mostUrgent([place.draft, place.inspection]);
  const { isStored } = useUnsaved(account);
  const [asking, setAsking] = useState(false);
  if (!draft) {
    if (!stored) return null;
    const when = format.instant(stored.updatedAt);
    return (
      <p className={styles.state} data-recorded="saved">
        <Check aria-hidden="true" />
        <span>
          <Trans>Recorded, last on {when}. Your changes here also change the recorded values.</Trans>
        </span>
      </p>
    );
  }
  return (
    <div className={styles.state} data-recorded={draft.state} role="status">
      {draft.state === 'waiting' ? <CloudOff aria-hidden="true" /> : <PencilLine aria-hidden="true" />}
      <span>
        {!isStored ? (
          <Trans>Not saved yet, and this device cannot store entries: save before you leave this page.</Trans>
        ) : draft.state === 'waiting' ? (
          <Trans>Saved on this device, not sent yet.</Trans>
        ) : (
          <Trans>Only on this device, not on the server yet.</Trans>
        )}
      </span>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </Button>
      {asking && (
        <DiscardQuestion
          stored={stored}
          onClose={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            onDiscard();
          }}
        />
      )}
    </div>
  );
}

interface DiscardProps {
  stored: Evaluation | null;
  onClose: () => void;
  onDiscard: () => void;
}

function DiscardQuestion({ stored, onClose, onDiscard }: DiscardProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Discard your input?`} onClose={onClose}>
      <p>
        {stored ? (
          <Trans>Your input exists only on this device and will be lost. Saved values are not lost.</Trans>
        ) : (
          <Trans>Your input exists only on this device and will be lost.</Trans>
        )}
      </p>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
