import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode, type RefObject } from 'react';
import { TextAreaField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Panel } from '../ui/page.js';
import type { PickedQueen } from '../ui/queen-picker.js';
import { IdentityFields } from './identity-fields.js';
import { MatingFields } from './mating-fields.js';
import type { Entry } from './members.js';
import { ParentsFields } from './parents-fields.js';
import styles from './queen-form.module.css';

/** The related queens that the form shows at first. */
export interface Relatives {
  mother: PickedQueen | null;
  father: PickedQueen | null;
  matedTo: PickedQueen | null;
}

interface QueenFormProps extends Relatives {
  entry: Entry;
  form: RefObject<HTMLFormElement | null>;
  onSubmit: (values: FormData) => Promise<unknown>;
  beside: ReactNode;
  /** A description of the planned mating. With a description, the form opens at the section of the mating. */
  planned?: ReactNode;
}

export function QueenForm({ entry, mother, father, matedTo, form, onSubmit, beside, planned }: QueenFormProps) {
  const { t } = useLingui();
  const [generation, setGeneration] = useState(entry.generation);
  return (
    <Form form={form} submit={t`Save`} onSubmit={onSubmit} beside={beside} sticky={planned !== undefined}>
      <FieldPanel title={t`Identity`}>
        <IdentityFields entry={entry} generation={generation} onGeneration={setGeneration} />
      </FieldPanel>
      <FieldPanel title={t`Her parents`}>
        <ParentsFields mother={mother} father={father} generation={generation} />
      </FieldPanel>
      <FieldPanel title={t`Her own mating`} focused={planned !== undefined}>
        {planned}
        <MatingFields entry={entry} matedTo={matedTo} />
      </FieldPanel>
      <FieldPanel>
        <TextAreaField name="notes" label={t`Notes`} optional rows={5} defaultValue={entry.notes ?? ''} />
      </FieldPanel>
    </Form>
  );
}

interface FieldPanelProps {
  title?: string;
  focused?: boolean;
  children: ReactNode;
}

const FieldPanel = ({ title, focused, children }: FieldPanelProps) => (
  <Panel title={title} focused={focused}>
    <div className={styles.fields}>{children}</div>
  </Panel>
);
