import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Form } from '../ui/form.js';

interface PlaceFormProps {
  /** @returns what is said once it is done */
  onSave: (values: FormData) => Promise<string>;
  onClose: () => void;
  children: ReactNode;
}

/** The form in a dialog that makes an apiary or a hive, or changes one. */
export function PlaceForm({ onSave, onClose, children }: PlaceFormProps) {
  async function save(values: FormData): Promise<void> {
    announce(await onSave(values));
    onClose();
    await refresh();
  }
  return (
    <Form
      onSubmit={save}
      submit={<Trans>Save</Trans>}
      beside={
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      {children}
    </Form>
  );
}
