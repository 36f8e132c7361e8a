import { useLingui } from '@lingui/react/macro';
import { Form } from '../ui/form.js';
import { Page } from '../ui/page.js';
import { DateField } from '../ui/date-field.js';
import { QueenPicker } from '../ui/queen-picker.js';

export default function NewQueenPage() {
  const { t } = useLingui();
  return (
    <Page title={t`New queen`} width="narrow">
      <Form submit="Save" onSubmit={async () => undefined}>
        <QueenPicker name="motherId" label={t`Mother`} optional />
        <DateField name="born" label={t`Born`} />
      </Form>
    </Page>
  );
}
