import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ask, graphql, readFragment } from '../data/graphql.js';
import { refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { Page } from '../ui/page.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { useHere } from '../ui/sending.js';
import { Empty, Loaded } from '../ui/states.js';
import { DELETE, EVALUATION, readEvaluation } from './evaluation-data.js';
import { EvaluationForm } from './evaluation-form.js';

const PAGE = graphql(
  `
    query EvaluationPage($id: ID!) {
      evaluation(id: $id) {
        ...EnteredEvaluation
        queen {
          ...NamedQueen
        }
      }
    }
  `,
  [EVALUATION, NAMED_QUEEN],
);

export default function EvaluationPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/signed-in/evaluations/$id' });
  const found = useQuery({
    queryKey: ['evaluation', id],
    queryFn: async ({ signal }) => (await ask(PAGE, { id }, signal)).evaluation,
    // The data are loaded each time the form opens, and not cached.
    staleTime: 0,
    gcTime: 0,
  });
  const evaluation = found.data && readEvaluation(found.data);
  const queen = found.data?.queen ? readFragment(NAMED_QUEEN, found.data.queen) : null;
  const year = evaluation ? String(evaluation.year) : '';
  return (
    <Page
      width="narrow"
      title={queen ? t`Evaluation of ${queen.name}, ${year}` : t`Evaluation`}
      back={
        <Link to="/evaluations">
          <Trans>Evaluations</Trans>
        </Link>
      }
    >
      <Loaded query={found}>
        {() =>
          evaluation ? (
            <>
              {found.data?.queen && (
                <p>
                  <QueenName queen={found.data.queen} />
                </p>
              )}
              <EvaluationForm key={evaluation.id} stored={evaluation} queen={queen} />
              <hr />
              <DeleteEvaluation id={evaluation.id} name={queen?.name ?? ''} year={year} />
            </>
          ) : (
            <Empty>
              <Trans>This evaluation no longer exists.</Trans>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function DeleteEvaluation({ id, name, year }: { id: string; name: string; year: string }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const here = useHere();
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Dialog title={t`Delete the evaluation of ${name}, ${year}?`} onClose={() => setAsking(false)}>
          <p>
            <Trans>
              This cannot be undone. Breeding values that were computed with this evaluation stay as they are.
            </Trans>
          </p>
          <Form
            kind="danger"
            submit={<Trans>Delete the evaluation</Trans>}
            beside={
              <Button autoFocus onClick={() => setAsking(false)}>
                <Trans>Cancel</Trans>
              </Button>
            }
            onSubmit={async () => {
              const stillHere = here();
              await ask(DELETE, { id });
              announce(t`The evaluation is deleted.`);
              // Input is discarded without a confirmation, because the evaluation no longer exists.
              if (stillHere()) await navigate({ to: '/evaluations', replace: true, ignoreBlocker: true });
              await refresh();
            }}
          >
            {null}
          </Form>
        </Dialog>
      )}
    </>
  );
}
