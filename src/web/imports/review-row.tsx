import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from '../ui/button.js';
import { CellEditor } from './cell-editor.js';
import { memberWords, valueWords } from './change-words.js';
import { inWords } from './fault-list.js';
import type { Change, Decisions, Finding, ReviewRow } from './review-data.js';
import styles from './review-rows.module.css';
import { ROW_STATES } from './words.js';

interface RowProps {
  row: ReviewRow;
  /** The headers in the order of the file. */
  headers: readonly string[];
  onDecide: (decisions: Decisions) => void;
}

/** A row of a checked file: the data to import, its errors and warnings, and the possible decisions. */
export function ReviewRowItem({ row, headers, onDecide }: RowProps) {
  const { t, i18n } = useLingui();
  const { state, name, identifier, queenId, cells, corrections, changes } = row;
  const number = row.row;
  const called = name ?? headers.map((header) => cells[header]?.trim()).find(Boolean) ?? '';
  const correct = (header: string, text: string | null) =>
    number !== null && onDecide({ rows: [{ row: number, cells: { [header]: text } }] });
  const skip = (value: boolean) => number !== null && onDecide({ rows: [{ row: number, skip: value }] });
  const findings: [Finding, boolean][] = [
    ...row.errors.map((each): [Finding, boolean] => [each, true]),
    ...row.warnings.map((each): [Finding, boolean] => [each, false]),
  ];
  const editor = (header: string) => (
    <CellEditor
      key={`${header} ${corrections[header] ?? ''}`}
      header={header}
      cell={cells[header] ?? ''}
      correction={corrections[header]}
      onCorrect={(text) => correct(header, text)}
    />
  );
  const isEditable = number !== null && state !== 'skipped' && state !== 'set_aside';
  // A cell has a single editor, even if it has several findings or was corrected.
  const atCells = headers.filter(
    (header) => header in cells && (header in corrections || findings.some(([{ column }]) => column === header)),
  );
  return (
    <li className={styles.row} data-state={state} tabIndex={-1}>
      <div className={styles.head}>
        <span className={styles.number}>
          {number === null ? <Trans>no row</Trans> : <Trans>Row {String(number)}</Trans>}
        </span>
        <span className={styles.queen}>
          {queenId ? (
            <Link to="/queens/$id" params={{ id: queenId }} target="_blank" translate="no">
              {called}
            </Link>
          ) : (
            <strong translate="no">{called}</strong>
          )}{' '}
          {identifier !== null && identifier !== called && <span translate="no">{identifier}</span>}
        </span>
        <span className={styles.state}>{i18n._(ROW_STATES[state])}</span>
        {number !== null && state !== 'set_aside' && (
          <Button
            kind="quiet"
            aria-label={state === 'skipped' ? t`Restore row ${String(number)}` : t`Leave out row ${String(number)}`}
            onClick={() => skip(state !== 'skipped')}
          >
            {state === 'skipped' ? <Trans>Restore</Trans> : <Trans>Leave out</Trans>}
          </Button>
        )}
      </div>
      {row.foundBy === 'name' && (
        <p className={styles.found}>
          <Trans>This row has no identifier: the queen of the account was found by her name alone.</Trans>
        </p>
      )}
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map(([finding, isError], index) => (
            <FindingItem
              key={index}
              finding={finding}
              isError={isError}
              onCorrect={correct}
              onDecide={state === 'skipped' ? undefined : onDecide}
            />
          ))}
        </ul>
      )}
      {isEditable && atCells.length > 0 && <div className={styles.cells}>{atCells.map(editor)}</div>}
      {state === 'changed' && <Changes of={changes} />}
      <div className={styles.more}>
        {state !== 'changed' && changes.length > 0 && (
          <details>
            <summary>
              <Trans>What is read</Trans>
            </summary>
            <Changes of={changes} />
          </details>
        )}
        {number !== null && (
          <details>
            <summary>
              <Trans>All cells</Trans>
            </summary>
            {isEditable ? (
              <div className={styles.cells}>
                {headers.filter((header) => header in cells && !atCells.includes(header)).map(editor)}
              </div>
            ) : (
              <dl className={styles.texts}>
                {headers
                  .filter((header) => cells[header])
                  .map((header) => (
                    <div key={header} translate="no">
                      <dt>{header}</dt>
                      <dd>{cells[header]}</dd>
                    </div>
                  ))}
              </dl>
            )}
          </details>
        )}
      </div>
    </li>
  );
}

function Changes({ of: changes }: { of: readonly Change[] }) {
  const { t, i18n } = useLingui();
  return (
    <dl className={styles.changes}>
      {changes.map((change, index) => (
        <div key={index}>
          <dt>{memberWords(i18n, change)}</dt>
          <dd translate="no">
            {change.from !== null && (
              <>
                <del>{valueWords(i18n, change, change.from)}</del> <ArrowRight aria-label={t`becomes`} />{' '}
              </>
            )}
            {change.to === null ? <Trans>not known</Trans> : valueWords(i18n, change, change.to)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FindingProps {
  finding: Finding;
  isError: boolean;
  onCorrect: (header: string, text: string) => void;
  /** Undefined for a row that is left out. */
  onDecide: ((decisions: Decisions) => void) | undefined;
}

/** An error or a warning, with the decisions that can resolve it. */
function FindingItem({ finding, isError, onCorrect, onDecide }: FindingProps) {
  const { code, column } = finding;
  const { found, identifier } = finding.params as { found?: unknown; identifier?: unknown };
  const { message } = inWords(finding);
  return (
    <li data-error={isError || undefined}>
      {isError ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <span>
        {column !== null && <strong translate="no">{column}: </strong>}
        {message}
      </span>
      {onDecide && code === 'near_match' && column !== null && typeof found === 'string' && (
        <Button onClick={() => onCorrect(column, found)}>
          <Trans>Use “{found}”</Trans>
        </Button>
      )}
      {onDecide && typeof identifier === 'string' && (
        <span className={styles.choices}>
          <Button onClick={() => onDecide({ identifiers: { [identifier]: 'same' } })}>
            <Trans>Same queen</Trans>
          </Button>
          <Button onClick={() => onDecide({ identifiers: { [identifier]: 'another' } })}>
            <Trans context="decision about a number">Another queen</Trans>
          </Button>
        </span>
      )}
    </li>
  );
}
