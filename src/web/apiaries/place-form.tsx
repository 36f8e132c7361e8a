import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Problem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Form } from '../ui/form.js';

interface PlaceFormProps {
  /** @returns the message of success */
  onSave: (values: FormData) => Promise<string>;
  onDone: () => void;
  /** See `explain` of `Form`. */
  explain?: (problem: Problem) => ReactNode;
  close: () => void;
  saved: () => void;
  children: ReactNode;
}

/** Form in a dialog that creates or edits an apiary or a hive. */
export function PlaceForm({ onSave, onDone, explain, close, saved, children }: PlaceFormProps) {
  async function save(values: FormData): Promise<void> {
    announce(await onSave(values));
    saved();
    onDone();
    await refresh();
  }
  return (
    <Form
      onSubmit={save}
      explain={explain}
      submit={<Trans>Save</Trans>}
      beside={
        <Button onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      {children}
    </Form>
  );
}
