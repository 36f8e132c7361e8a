import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Dot } from '../ui/dot.js';
import { Page } from '../ui/page.js';
import { pickedQueenQuery } from '../ui/picked-queen.js';
import { Loaded } from '../ui/states.js';
import { EvaluationForm } from './evaluation-form.js';
import styles from './season-page.module.css';

export default function NewEvaluationPage() {
  const { t } = useLingui();
  const { queen: id } = useSearch({ from: '/signed-in/evaluations/new' });
  const found = useQuery({ ...pickedQueenQuery(id ?? ''), enabled: id !== undefined });
  return (
    <Page
      width="narrow"
      title={t`New evaluation`}
      back={
        <Link to="/evaluations">
          <Trans>Evaluations</Trans>
        </Link>
      }
    >
      {id === undefined ? (
        <EvaluationForm stored={null} queen={null} />
      ) : (
        <Loaded query={found}>
          {(queen) => (
            <>
              {queen && (
                <p className={styles.queen}>
                  <Dot born={queen.dateOfBirth} />
                  <Link to="/queens/$id" params={{ id: queen.id }} translate="no">
                    {queen.name}
                  </Link>
                  {queen.externalId !== queen.name && <span translate="no">{queen.externalId}</span>}
                </p>
              )}
              <EvaluationForm stored={null} queen={queen} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}
