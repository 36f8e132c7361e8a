import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { MEASURED } from '../record/evaluation-data.js';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { EvaluationsFigure } from './evaluations-figure.js';
import { EvaluationsTable } from './evaluations-table.js';

const EVALUATIONS = graphql(
  `
    query QueenEvaluations($id: ID!) {
      queen(id: $id) {
        evaluations {
          id
          year
          evaluatedOn
          evaluator
          ...Measured
          apiary {
            id
            name
          }
          groupTraits {
            trait
            n
            mean
          }
        }
      }
    }
  `,
  [MEASURED],
);

type Asked = NonNullable<ResultOf<typeof EVALUATIONS>['queen']>['evaluations'];
export type Evaluation = NonNullable<Asked>[number];

/** Her performance tests by year, with the means for comparison. */
export default function EvaluationsPanel({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: ['queen', id, 'evaluations'],
    queryFn: async ({ signal }) => (await ask(EVALUATIONS, { id }, signal)).queen?.evaluations ?? [],
  });
  const add = (
    <ButtonLink to="/evaluations/new" search={{ queen: id }} icon={<Plus aria-hidden="true" />}>
      <Trans>Add evaluation</Trans>
    </ButtonLink>
  );
  return (
    <Panel title={t`Evaluations`} id="evaluations" actions={query.data?.length ? add : undefined}>
      <Loaded query={query} lines={6}>
        {(evaluations) =>
          evaluations.length === 0 ? (
            <Empty action={add}>{t`Her colony has not been tested yet.`}</Empty>
          ) : (
            <>
              <EvaluationsFigure {...{ name, evaluations }} />
              <EvaluationsTable {...{ name, evaluations }} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
