import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../data/graphql.js';
import { TRAITS, type Trait } from '../i18n/terms.js';
import { ButtonLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { Empty, Loaded } from '../ui/states.js';
import { EVALUATIONS, type Evaluation } from './evaluations-data.js';
import { EvaluationsFigure } from './evaluations-figure.js';
import { EvaluationsTable } from './evaluations-table.js';
import styles from './queen.module.css';

/** The queen's performance tests by season, with means for comparison. */
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
            <Evaluations {...{ name, evaluations }} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** A chart of one trait, and the table of all results, in which the user chooses the trait. */
function Evaluations({ name, evaluations }: { name: string; evaluations: readonly Evaluation[] }) {
  const [chosen, choose] = useState<Trait | null>(null);
  const tested = TRAITS.find((trait) => evaluations.some((evaluation) => evaluation[trait] !== null));
  const trait = chosen ?? tested ?? 'honey';
  return (
    <>
      <EvaluationsFigure {...{ name, trait, evaluations }} />
      <div className={styles.results}>
        <EvaluationsTable {...{ name, trait, evaluations }} onTrait={choose} />
      </div>
    </>
  );
}
