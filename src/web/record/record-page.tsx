import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { sessionQuery } from '../data/session.js';
import { announce } from '../ui/announce.js';
import { ButtonLink } from '../ui/button.js';
import { SelectField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Page, Panel } from '../ui/page.js';
import { useHere } from '../ui/sending.js';
import { Loaded } from '../ui/states.js';
import { entered } from '../ui/values.js';
import { apiaryOptions, type ApiaryOption } from './apiary-options.js';
import { OutboxBar } from './outbox-bar.js';
import { remembered, rememberSeason, yearToRecord } from './remembered.js';
import { Started } from './started.js';
import { SeasonSummary } from './season-summary.js';
import { recentYears } from './years.js';
import styles from './record-page.module.css';

/** The page to choose an apiary and a year. The apiary that was recorded last is the first option. */
export default function RecordPage() {
  const { t } = useLingui();
  const { data: account } = useQuery(sessionQuery);
  const apiaries = useQuery(apiaryOptions);
  if (!account) return null;
  return (
    <Page
      title={t`Record`}
      width="narrow"
      actions={
        <ButtonLink to="/evaluations">
          <Trans>All evaluations</Trans>
        </ButtonLink>
      }
    >
      <OutboxBar account={account.id} />
      <Started account={account.id} />
      <Panel>
        <Loaded query={apiaries}>
          {(found) => (found.length === 0 ? <NewApiary /> : <ChooseSeason account={account.id} apiaries={found} />)}
        </Loaded>
      </Panel>
    </Page>
  );
}

function ChooseSeason({ account, apiaries }: { account: string; apiaries: readonly ApiaryOption[] }) {
  const { t } = useLingui();
  const [before] = useState(() => remembered(account));
  const rank = ({ id }: ApiaryOption) => before.apiaries.indexOf(id) + 1 || Infinity;
  const ordered = [...apiaries].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  const [apiary, choose] = useState(ordered[0]?.id ?? '');
  const [year, setYear] = useState(String(yearToRecord(before)));
  return (
    <div className={styles.choose}>
      <SelectField
        name="apiary"
        label={t`Apiary`}
        value={apiary}
        options={ordered.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
      <SelectField
        name="year"
        label={t`Year`}
        value={year}
        options={recentYears(Number(year)).map((one) => ({ value: String(one), label: String(one) }))}
        onChange={setYear}
      />
      <SeasonSummary apiaryId={apiary} year={Number(year)} />
      <ButtonLink
        kind="primary"
        icon={<Play aria-hidden="true" />}
        className={styles.start}
        to="/record/$apiaryId/$year"
        params={{ apiaryId: apiary, year }}
        onClick={() => rememberSeason(account, apiary, Number(year))}
      >
        <Trans>Start</Trans>
      </ButtonLink>
    </div>
  );
}

const CREATE = graphql(`
  mutation CreateRecordedApiary($input: ApiaryInput!) {
    createApiary(input: $input) {
      id
    }
  }
`);

/** The form for the first apiary. Evaluations need an apiary, because only evaluations of one apiary are compared. */
function NewApiary() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  return (
    <>
      <p>
        <Trans>Colonies are compared with those of the same apiary and season. Enter the name of your apiary.</Trans>
      </p>
      <Form
        submit={<Trans>Create apiary</Trans>}
        onSubmit={async (values) => {
          const name = entered(values, 'name');
          const stillHere = here();
          const { createApiary } = await ask(CREATE, { input: { name } });
          announce(t`Apiary ${name} is created.`);
          const params = { apiaryId: createApiary.id, year: String(new Date().getFullYear()) };
          // Navigates before the refresh, because this form is not rendered once there is an apiary.
          if (stillHere()) await navigate({ to: '/record/$apiaryId/$year', params, search: { view: 'list' } });
          await refresh();
        }}
      >
        <TextField name="name" label={t`Name of the apiary`} autoComplete="off" />
      </Form>
    </>
  );
}
