import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { ask, graphql } from '../data/graphql.js';
import { ButtonLink } from '../ui/button.js';
import { Page, Panel } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { FillWithSamples, useFilling, useHalfFilled } from './fill-with-samples.js';
import { SampleFiles } from './sample-files.js';

const HOW_MANY = graphql(`
  query QueensThere {
    queens(first: 1) {
      totalCount
    }
  }
`);

export default function StartPage() {
  const { t } = useLingui();
  const filling = useFilling();
  const half = useHalfFilled();
  const queens = useQuery({
    queryKey: ['queens', 'how many'],
    queryFn: async ({ signal }) => (await ask(HOW_MANY, {}, signal)).queens.totalCount,
  });
  return (
    <Page title={t`Start with your queens`} width="narrow">
      <Panel title={<Trans>Import what you have</Trans>}>
        <p>
          <Trans>
            Queenbook reads tables and BeeBreed files as they are. It shows what would change before it changes
            anything, and you can undo an import.
          </Trans>
        </p>
        <ButtonLink to="/imports/new" kind="primary" icon={<FileUp aria-hidden="true" />}>
          <Trans>Import a file</Trans>
        </ButtonLink>
      </Panel>
      <Loaded query={queens} lines={2}>
        {(count) =>
          count === 0 || filling || half ? (
            <FillWithSamples />
          ) : (
            <Panel title={<Trans>This account is not empty</Trans>}>
              <p>
                <Plural
                  value={count}
                  one="Sample data can only be added to an empty account, and yours already has one queen."
                  other="Sample data can only be added to an empty account, and yours already has # queens."
                />
              </p>
              <Link to="/queens">
                <Trans>Show the queens</Trans>
              </Link>
            </Panel>
          )
        }
      </Loaded>
      <SampleFiles />
      <Panel title={<Trans>Other ways to start</Trans>}>
        <ul>
          <li>
            <Link to="/queens/new">
              <Trans>Enter a queen by hand</Trans>
            </Link>
          </li>
          <li>
            <Link to="/keys/new">
              <Trans>Create a key for a program that uploads your data</Trans>
            </Link>
          </li>
          <li>
            <a href="/api/docs">
              <Trans>Read how programs use Queenbook</Trans>
            </a>
          </li>
        </ul>
      </Panel>
    </Page>
  );
}
