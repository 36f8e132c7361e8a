import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { ButtonLink } from '../ui/button.js';
import { RadioField } from '../ui/fields.js';
import { Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import type { Weights } from '../values/weights.js';
import { byRun, kindsOf, VALUES, type Kind, type RunValues } from './values.js';
import { ValuesFigure } from './values-figure.js';
import { ValuesHistory } from './values-history.js';
import { ValuesPieces } from './values-pieces.js';

interface ValuesPanelProps {
  id: string;
  name: string;
}

/**
 * Her breeding values: those of the newest run, their contributions, and earlier runs; values of other systems are
 * separate.
 */
export default function ValuesPanel({ id, name }: ValuesPanelProps) {
  const { t } = useLingui();
  const query = useQuery({ queryKey: ['queen', id, 'values'], queryFn: ({ signal }) => ask(VALUES, { id }, signal) });
  const [kind, setKind] = useState<Kind>('queen');
  return (
    <Panel title={t`Breeding values`} id="values">
      <Loaded query={query} lines={8}>
        {({ queenEbv, indexWeights }) => {
          const found = queenEbv ?? [];
          const runs = byRun(found, kind);
          const computed = runs.filter(({ run }) => run.source === 'computed');
          const imported = runs.filter(({ run }) => run.source === 'import');
          const weights = indexWeights!.weights;
          return (
            <>
              {kindsOf(found).length > 1 && (
                <RadioField
                  name="kind"
                  label={t`Values of`}
                  value={kind}
                  onChange={(value) => setKind(value as Kind)}
                  options={[
                    { value: 'queen', label: t`The queen` },
                    { value: 'worker', label: t`Her workers` },
                  ]}
                />
              )}
              {computed.length > 0 ? (
                <Source {...{ name, weights }} runs={computed} />
              ) : (
                <Empty action={<ButtonLink to="/values/runs/new">{t`New run`}</ButtonLink>}>
                  {t`No breeding values have been computed for her here yet. A run computes those of all queens.`}
                </Empty>
              )}
              {imported.length > 0 && (
                <>
                  <h3>
                    <Trans>From another system</Trans>
                  </h3>
                  <Source {...{ name, weights }} runs={imported} />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Runs of one source, the newest first; sources are never mixed. */
function Source({ name, runs, weights }: { name: string; runs: readonly RunValues[]; weights: Weights }) {
  const [newest] = runs;
  return (
    <>
      <ValuesFigure {...{ name, weights }} values={newest!} />
      <ValuesPieces values={newest!} />
      {runs.length > 1 && <ValuesHistory {...{ name, runs, weights }} />}
    </>
  );
}
