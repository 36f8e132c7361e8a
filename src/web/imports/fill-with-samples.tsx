import { Trans, useLingui } from '@lingui/react/macro';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { Problem } from '../data/problem.js';
import { queryClient, refresh } from '../data/query-client.js';
import { announce } from '../ui/announce.js';
import { Button } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { ErrorPanel } from '../ui/states.js';
import { Progress } from './progress.js';
import { whenFinished } from './import-data.js';
import {
  importSample,
  isFillingNoted,
  isHalfFilled,
  noteFilling,
  onFillingNoted,
  SAMPLE_TEXTS,
  samplesQuery,
  currentImportsQuery,
  type Sample,
} from './samples.js';
import styles from './fill-with-samples.module.css';

const KEY = ['fill-with-samples'];

/** Whether the import of the sample files is running, even if the user has left the page in the meantime. */
export const useFilling = (): boolean => useIsMutating({ mutationKey: KEY }) > 0;

/** Whether the import of the sample files was started but not finished, for example because of a reload. */
export function useHalfFilled(): boolean {
  const samples = useQuery(samplesQuery);
  const current = useQuery(currentImportsQuery);
  const isNoted = useSyncExternalStore(onFillingNoted, isFillingNoted);
  return (
    isNoted && samples.data !== undefined && current.data !== undefined && isHalfFilled(samples.data, current.data)
  );
}

/**
 * Imports the sample files one after the other. The import continues when the user opens another page, and can be
 * resumed after a reload.
 */
export function FillWithSamples() {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const samples = useQuery(samplesQuery);
  const [done, setDone] = useState(0);
  const going = useFilling();
  const half = useHalfFilled();
  const fill = useMutation({
    mutationKey: KEY,
    async mutationFn(files: readonly Sample[]) {
      noteFilling(true);
      // The files that an interrupted attempt has imported are not imported again.
      const current = await queryClient.fetchQuery({ ...currentImportsQuery, staleTime: 0 });
      for (const [index, file] of files.entries()) {
        const there = current.get(file.name);
        const { status, errors } = await (there ? whenFinished(there.id) : importSample(file));
        if (status !== 'completed') {
          const [first] = errors;
          throw new Problem({ status: 0, code: status, message: `${file.name}: ${first?.message ?? status}` });
        }
        setDone(index + 1);
      }
    },
    async onSuccess() {
      noteFilling(false);
      announce(t`The sample data is in your account.`);
      // A user who has opened another page stays there.
      if (router.state.location.pathname === '/start') await router.navigate({ to: '/queens' });
      await refresh();
    },
  });
  /** Ends the import: imported files remain, the other files are no longer offered. */
  function leave(): void {
    noteFilling(false);
    void router.navigate({ to: '/queens' });
  }
  const now = samples.data?.[done];
  const texts = now && SAMPLE_TEXTS[now.name];
  const title = texts ? i18n._(texts.title) : now?.title;
  return (
    <Panel title={<Trans>Or look around with sample data</Trans>}>
      <p>
        <Trans>
          Simulated queens of twenty years, with their pedigrees, tests and breeding values. They are added by four
          ordinary imports, which you can undo.
        </Trans>
      </p>
      {(fill.error ?? samples.error) && !going && <ErrorPanel error={fill.error ?? samples.error} />}
      {going ? (
        <Progress
          label={title ? t`Importing: ${title}` : t`Importing`}
          value={samples.data ? done / samples.data.length : null}
        />
      ) : (
        <div className={styles.choice}>
          <Button busy={samples.isPending} onClick={() => samples.data && fill.mutate(samples.data)}>
            {fill.isError ? (
              <Trans>Try again</Trans>
            ) : half ? (
              <Trans>Continue with the sample data</Trans>
            ) : (
              <Trans>Fill with sample data</Trans>
            )}
          </Button>
          {half && (
            <Button kind="quiet" onClick={leave}>
              <Trans>Leave it as it is</Trans>
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
