import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { Segments } from '../ui/segments.js';
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
 * The queen's breeding values: those of the newest run, their contributions, and those of earlier runs. Computed values
 * and values of another system are shown separately, because they have different bases.
 */
export default function ValuesPanel({ id, name }: ValuesPanelProps) {
  const { t } = useLingui();
  const query = useQuery({ queryKey: ['queen', id, 'values'], queryFn: ({ signal }) => ask(VALUES, { id }, signal) });
  const [kind, setKind] = useState<Kind>('queen');
  const [source, setSource] = useState<RunSource>('computed');
  const found = query.data?.queenEbv ?? [];
  const runs = byRun(found, kind);
  const bySource = {
    computed: runs.filter(({ run }) => run.source === 'computed'),
    import: runs.filter(({ run }) => run.source === 'import'),
  };
  const shown = bySource[source].length > 0 ? bySource[source] : runs;
  return (
    <Panel
      title={t`Breeding values`}
      id="values"
      actions={
        <>
          {kindsOf(found).length > 1 && (
            <Segments<Kind>
              label={t`Values of`}
              value={kind}
              onChange={setKind}
              options={[
                { value: 'queen', label: t`The queen` },
                { value: 'worker', label: t`Her workers` },
              ]}
            />
          )}
          {bySource.computed.length > 0 && bySource.import.length > 0 && (
            <Segments<RunSource>
              label={t`Source`}
              value={source}
              onChange={setSource}
              options={[
                { value: 'computed', label: t`Computed here` },
                { value: 'import', label: t`Another system` },
              ]}
            />
          )}
        </>
      }
    >
      <Loaded query={query} lines={8}>
        {({ indexWeights }) => (
          <>
            {bySource.computed.length === 0 && (
              <Empty action={<ButtonLink to="/values/runs/new">{t`New run`}</ButtonLink>}>
                {t`No breeding values have been computed for her here yet. A run computes the values of all queens.`}
              </Empty>
            )}
            <SourceValues name={name} runs={shown} weights={indexWeights.weights} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

type RunSource = RunValues['run']['source'];

/** The values of runs from one source, newest first. */
function SourceValues({ name, runs, weights }: { name: string; runs: readonly RunValues[]; weights: Weights }) {
  const [newest] = runs;
  if (!newest) return null;
  return (
    <>
      <ValuesFigure {...{ name, weights }} values={newest} />
      <ValuesPieces values={newest} />
      {runs.length > 1 && <ValuesHistory {...{ name, runs, weights }} />}
    </>
  );
}
