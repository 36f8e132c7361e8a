import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { TRAITS, type Trait } from '../i18n/terms.js';
import { ButtonLink } from '../ui/button.js';
import { RadioField, TextField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { useHere } from '../ui/sending.js';
import { enteredNumber } from '../ui/values.js';
import { OwnVariances, variancesIn } from './own-variances.js';
import { PublishedVariances } from './published-variances.js';
import { START, type Published, type Run } from './runs.js';
import { DRONE_GROUP_NAMES, METHOD_HINTS, METHOD_NAMES } from './terms.js';
import { TraitsField } from './traits-field.js';

const METHODS = ['honey_bee', 'animal'] as const;
const DRONE_GROUPS = ['BY_YEAR', 'BY_DAM'] as const;
type Variances = 'published' | 'own' | 'estimate';

interface RunFormProps {
  published: readonly Published[];
  /** The run with the initial variances; null for none. */
  earlier: Run | null;
}

/** The form for the settings of a run. The server validates the settings. */
export function RunForm({ published, earlier }: RunFormProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const here = useHere();
  const [traits, setTraits] = useState<readonly Trait[]>(earlier?.traits ?? TRAITS);
  const [method, setMethod] = useState(METHODS.find((each) => each === earlier?.method) ?? 'honey_bee');
  const [droneGroups, setDroneGroups] = useState(earlier?.droneGroups ?? 'BY_YEAR');
  const [variances, setVariances] = useState<Variances>(earlier ? 'own' : 'published');

  async function start(values: FormData): Promise<void> {
    const parameters =
      variances === 'estimate' ? 'estimate' : variances === 'own' ? variancesIn(values, traits) : undefined;
    const input = {
      traits: [...traits],
      method,
      baseYears: enteredNumber(values, 'baseYears'),
      validationSeasons: enteredNumber(values, 'validationSeasons'),
      droneGroups,
      parameters,
    };
    const stillHere = here();
    const { startEbvRun } = await ask(START, { input });
    if (stillHere()) await navigate({ to: '/values/runs/$id', params: { id: startEbvRun.id } });
    await refresh();
  }
  return (
    <Form submit={t`Start the run`} beside={<ButtonLink to="/values/runs">{t`Cancel`}</ButtonLink>} onSubmit={start}>
      <TraitsField chosen={traits} onChange={setTraits} />
      <RadioField
        name="method"
        label={t`Method`}
        hint={i18n._(METHOD_HINTS[method])}
        value={method}
        options={METHODS.map((value) => ({ value, label: i18n._(METHOD_NAMES[value]) }))}
        onChange={setMethod}
      />
      <TextField
        name="baseYears"
        label={t`Base years`}
        hint={t`Number of years of birth, from 1 to 50, counted back from the latest. The queens born in these years define the scale: their mean is 100, and their standard deviation is 10.`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(earlier?.baseYears ?? 5)}
      />
      {method === 'honey_bee' && (
        <RadioField
          name="droneGroups"
          label={t`Matings that share drone-producing queens`}
          hint={t`Several matings with the same dam (4a) can share the same drone-producing queens. Choose whether only matings at one station in one year share these queens, or all matings with this dam.`}
          value={droneGroups}
          options={DRONE_GROUPS.map((value) => ({ value, label: i18n._(DRONE_GROUP_NAMES[value]) }))}
          onChange={setDroneGroups}
        />
      )}
      <TextField
        name="validationSeasons"
        label={t`Seasons to predict`}
        hint={t`Number of latest seasons to predict, from 0 to 10. The run computes the values again without the tests of these seasons, and reports how well the values predict these tests. If you enter 0, there is no check.`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(earlier?.validationSeasons ?? 2)}
      />
      <RadioField
        name="parameters"
        label={t`Variances`}
        hint={t`Variances state which share of a measured difference is inherited. They determine how much a test counts.`}
        value={variances}
        options={[
          { value: 'published', label: t`published ones` },
          { value: 'own', label: t`my own` },
          { value: 'estimate', label: t`estimated from my data` },
        ]}
        onChange={setVariances}
      />
      {variances === 'published' && <PublishedVariances published={published} traits={traits} />}
      {/* Hidden instead of removed, so that entered variances are not lost. */}
      <div hidden={variances !== 'own'}>
        <OwnVariances published={published} earlier={earlier} traits={traits} />
      </div>
      {variances === 'estimate' && (
        <p>
          <Trans>
            A run that estimates variances takes much longer than other runs: seconds or minutes per trait with a few
            hundred tests, and hours with many thousands of tests. You can leave the page; the run continues. With fewer
            than about a thousand tests of a trait, published variances are the better choice. The report gives the
            standard errors.
          </Trans>
        </p>
      )}
    </Form>
  );
}
