import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Problem } from '../data/problem.js';
import { useFormat } from '../i18n/format.js';
import { Button } from '../ui/button.js';
import { RadioField, SelectField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { Leaving } from '../ui/leaving.js';
import { Page, Panel } from '../ui/page.js';
import { FaultList, WarningList } from './fault-list.js';
import { FileField } from './file-field.js';
import type { ImportDetail } from './import-data.js';
import { MappingField } from './mapping-field.js';
import { NamedOnly } from './named-only.js';
import { hasNewData, CountsTable, EmptyHives, FileFacts } from './outcome.js';
import { Progress } from './progress.js';
import { ErrorPanel } from '../ui/states.js';
import { ReviewRows } from './review-rows.js';
import { Questions } from './questions.js';
import { SampleFiles } from './sample-files.js';
import { UnmappedFile } from './upload.js';
import styles from './new-import-page.module.css';
import { useImport, type Step } from './use-import.js';

/** The page to choose a file, check it, correct it if needed, and import it. */
export default function NewImportPage() {
  const { t } = useLingui();
  const { checked } = useSearch({ from: '/signed-in/imports/new' });
  const state = useImport(checked);
  const { choice, table, step, outcome, changed, unsaved, ready, choose, chooseFile, isChosen, submit, cancel } = state;
  const fields = useRef<HTMLDivElement>(null);
  /** Submits the form, because a newly chosen file or sheet is checked at once. */
  const submitForm = () => fields.current?.closest('form')?.requestSubmit();
  /** Shows the error at the mapping, because a file without a column that identifies queens needs a mapping. */
  const mappingProblem = ({ status, code }: Problem) => {
    const message = t`No header shows which column contains the names or numbers of the queens. Choose a column for the name or the studbook number, then check again.`;
    return new Problem({ status, code, message, errors: [{ path: 'mapping', message }] });
  };
  const format = outcome?.format;
  const hasGeneration = table?.columns.some(({ field }) => field === 'generation') === true;
  const isOpening = checked !== undefined && !table && !choice.file && !step;
  if (isOpening && state.failure) {
    return (
      <Page title={t`Import a file`} width="narrow" back={<Link to="/imports">{t`Imports`}</Link>}>
        <ErrorPanel error={state.failure} onRetry={() => location.reload()} />
      </Page>
    );
  }
  return (
    <Page title={t`Import a file`} width="narrow" back={<Link to="/imports">{t`Imports`}</Link>}>
      <Form
        submit={(choice.file || outcome) && !step && (ready ? <Trans>Import</Trans> : <Trans>Check again</Trans>)}
        sticky
        staysEditable
        beside={
          outcome && changed && !step && <span role="status">{t`Your choices have changed since the last check.`}</span>
        }
        onSubmit={async () => {
          if (!isChosen()) return;
          await submit().catch((error: unknown) => {
            throw error instanceof UnmappedFile ? mappingProblem(error) : error;
          });
        }}
      >
        <div ref={fields} hidden={step !== null || isOpening}>
          <FileField
            file={choice.file}
            uploaded={outcome?.filename}
            onChoose={(file) => {
              chooseFile(file);
              submitForm();
            }}
          />
        </div>
        {step && <StepProgress step={step} onCancel={cancel} />}
        {table && !step && (
          <>
            {table.sheets.length > 1 && (
              <SelectField
                name="sheet"
                label={t`Sheet`}
                options={table.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
                value={choice.sheet ?? table.sheet ?? ''}
                onChange={(sheet) => {
                  choose({ sheet, mapping: {} });
                  submitForm();
                }}
              />
            )}
            {outcome && <CheckResult outcome={outcome} />}
            {outcome?.review && (
              <ReviewRows outcome={outcome} review={outcome.review} busy={state.deciding} onDecide={state.decideRows} />
            )}
            {outcome && <Questions {...{ choice, outcome, choose, submitForm }} />}
            {format === 'table' && !hasGeneration && (
              <RadioField
                name="generation"
                label={t`Generation`}
                hint={t`No column states the generation. Your choice applies to queens that the file creates.`}
                options={[
                  { value: 'F0', label: t`F0, breeding stock` },
                  { value: 'F1', label: t`F1, production` },
                ]}
                value={choice.generation ?? 'F0'}
                onChange={(generation) => choose({ generation })}
              />
            )}
            {table.columns.length > 0 && (
              <MappingField
                columns={table.columns}
                mapping={choice.mapping}
                onChange={(mapping) => choose({ mapping })}
                open={format === 'table' || outcome === null}
                estimated={format === 'zuchtwerte'}
              />
            )}
          </>
        )}
      </Form>
      <Leaving unsaved={unsaved} />
      {!table && !step && !isOpening && (
        <div className={styles.below}>
          <SampleFiles />
        </div>
      )}
    </Page>
  );
}

/**
 * The result of a check. The result appears after a delay and then gets the focus. A decision about a row only updates
 * the result, so that the focus remains at the rows.
 */
function CheckResult({ outcome }: { outcome: ImportDetail }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.focus({ preventScroll: true }), []);
  const failed = outcome.status !== 'completed';
  return (
    <div ref={part} tabIndex={-1} className={styles.result}>
      <Panel title={failed ? <Trans>The file cannot be imported yet</Trans> : <Trans>What the import will do</Trans>}>
        <FileFacts of={outcome} />
        {failed ? (
          <>
            <FaultList of={outcome} />
            <WarningList of={outcome} />
            <p className={styles.advice}>
              <Trans>
                Correct the rows below or leave them out, or correct the file and choose it again. Then answer the
                questions below.
              </Trans>
            </p>
          </>
        ) : (
          <>
            <CountsTable of={outcome} />
            <EmptyHives of={outcome} />
            <NamedOnly of={outcome} />
            <WarningList of={outcome} />
            <p>
              {hasNewData(outcome) ? (
                <Trans>
                  Nothing has been changed so far. You can undo an import as long as no later changes depend on it.
                </Trans>
              ) : (
                <Trans>Everything in this file is known already: the import will change nothing.</Trans>
              )}
            </p>
          </>
        )}
      </Panel>
    </div>
  );
}

function StepProgress({ step, onCancel }: { step: Step; onCancel: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const cancel = (
    <Button onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
  );
  if (step.is === 'trying') {
    const rows = format.number(step.rows);
    return <Progress label={t`Checking what ${rows} rows would change`} value={null} children={cancel} />;
  }
  if (step.is === 'reading') return <Progress label={t`Reading the file`} value={null} children={cancel} />;
  return (
    <Progress
      label={step.dryRun ? t`Sending the file` : t`Sending the file. Please stay on this page until it is sent.`}
      value={step.sent}
    >
      {cancel}
    </Progress>
  );
}
