import { Trans, useLingui } from '@lingui/react/macro';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { RadioField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Panel } from '../ui/page.js';
import { useKeyCreation } from './making.js';
import type { Key } from './queries.js';

const ROTATE = graphql(`
  mutation RotateKey($id: ID!, $overlapHours: Int!) {
    rotateApiKey(id: $id, overlapHours: $overlapHours) {
      key
    }
  }
`);

/**
 * A form to create a successor of a key with the same permissions. The old key remains valid for the chosen overlap.
 */
export function RotateKey({ apiKey: { id }, onIssued }: { apiKey: Key; onIssued: (raw: string) => void }) {
  const { t } = useLingui();
  const createKey = useKeyCreation();
  return (
    <Panel title={t`Replace`}>
      <p>
        <Trans>Creates a new key with the same name, permissions and addresses to replace this one.</Trans>
      </p>
      <Form
        kind="plain"
        submit={<Trans>Replace key</Trans>}
        onSubmit={async (values) => {
          const overlapHours = Number(values.get('overlapHours'));
          const { rotateApiKey } = await createKey(() => ask(ROTATE, { id, overlapHours }));
          onIssued(rotateApiKey.key);
          await refresh();
          scrollTo({ top: 0 });
        }}
      >
        <RadioField
          name="overlapHours"
          label={t`How long the old key still works`}
          defaultValue="24"
          options={[
            { value: '0', label: t`not at all` },
            { value: '1', label: t`for 1 hour` },
            { value: '24', label: t`for 1 day` },
            { value: '168', label: t`for 7 days` },
          ]}
        />
      </Form>
    </Panel>
  );
}
