import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { queryClient, refresh } from '../data/query-client.js';
import { whenFinished } from './import-data.js';
import { AS_RECOGNIZED, changesOf, choiceOf, NOTHING, type Choice, type Check } from './choice.js';
import { decide, type Decisions } from './review-data.js';
import { upload, UnmappedFile, type Unmapped } from './upload.js';

export type Step =
  { is: 'sending'; sent: number; dryRun: boolean } | { is: 'reading' } | { is: 'trying'; rows: number };

/** A file that cannot be read without a mapping. */
interface Read {
  file: File;
  table: Unmapped;
}

const isSound = (check: Check | null, choice: Choice): boolean =>
  check?.choice === choice && check.outcome.status === 'completed';

const concernsMapping = (error: unknown): boolean => asProblem(error).errors.some(({ path }) => path === 'mapping');

/**
 * The state of an import: a dry run, decisions about its rows, then the import. The server stores the file, so the user
 * can leave the page and open it again.
 * @param checked id of the dry run, from the address of the page
 */
export function useImport(checked: string | undefined) {
  const [choice, setChoice] = useState(NOTHING);
  const [read, setRead] = useState<Read | null>(null);
  const [lastCheck, setLastCheck] = useState<Check | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** Whether a decision about rows is being checked. The rows remain visible. */
  const [deciding, setDeciding] = useState(false);
  // The latest choice. If an event changes the choice, `choice` is outdated until the next rendering.
  const latest = useRef(choice);
  const running = useRef<AbortController>(null);
  /** Resolves when the last decision about rows is checked. */
  const decision = useRef(Promise.resolve());
  /** The latest result. The next decision refers to this result, even before it is rendered. */
  const newest = useRef(lastCheck);
  useEffect(() => void (newest.current = lastCheck), [lastCheck]);
  const navigate = useNavigate();
  useEffect(() => () => running.current?.abort(), []);

  const restore = useEffectEvent(async (id: string, signal: AbortSignal) => {
    if (lastCheck?.outcome.id === id) return;
    try {
      const outcome = await whenFinished(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
      if (outcome.review === null) await navigate({ to: '/imports/$id', params: { id }, replace: true });
      latest.current = choiceOf(outcome);
      setChoice(latest.current);
      setLastCheck({ choice: latest.current, outcome });
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      if (!signal.aborted) setStep(null);
    }
  });
  useEffect(() => {
    if (checked === undefined) return undefined;
    const opening = new AbortController();
    void restore(checked, opening.signal);
    return () => opening.abort();
  }, [checked]);

  function choose(part: Partial<Choice>): void {
    latest.current = { ...latest.current, ...part };
    setChoice(latest.current);
  }

  /** A file with the same name is treated as a corrected version, for which the user's choices still apply. */
  function chooseFile(file: File): void {
    const former = latest.current.file?.name ?? lastCheck?.outcome.filename;
    choose(file.name === former ? { file } : { file, ...AS_RECOGNIZED });
  }

  async function send(file: File, { file: _, ...options }: Choice, dryRun: boolean, signal: AbortSignal) {
    setStep({ is: 'sending', sent: 0, dryRun });
    const onProgress = (sent: number) => setStep(sent < 1 ? { is: 'sending', sent, dryRun } : { is: 'reading' });
    return upload(file, { dryRun, ...options }, { signal, onProgress });
  }

  async function settle(id: string, now: Choice, signal: AbortSignal): Promise<void> {
    const outcome = await whenFinished(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
    setLastCheck({ choice: now, outcome });
    await navigate({
      to: '/imports/new',
      search: { checked: id },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  }

  async function checkFile(file: File, signal: AbortSignal): Promise<void> {
    const now = latest.current;
    try {
      const id = await send(file, now, true, signal);
      setRead(null);
      await settle(id, now, signal);
    } catch (error) {
      if (error instanceof UnmappedFile) setRead({ file, table: error.table });
      const isKnown = read?.file === file || lastCheck?.choice.file === file;
      if (isKnown || !concernsMapping(error) || Object.keys(now.mapping).length === 0) throw error;
      // The corrected file has other columns, so it is treated as a new file.
      choose({ mapping: {}, sheet: undefined });
      await checkFile(file, signal);
    }
  }

  /** Checks the file again with changed options. */
  async function checkAgain(before: Check, signal: AbortSignal): Promise<void> {
    const now = latest.current;
    setStep({ is: 'trying', rows: before.outcome.rows });
    await decide(before.outcome.id, changesOf(before, now));
    await settle(before.outcome.id, now, signal);
  }

  async function apply({ outcome: { id, review } }: Check, signal: AbortSignal): Promise<void> {
    const { file } = latest.current;
    // The server does not store complete exports, so they are sent again.
    const applied = review === null && file ? await send(file, latest.current, false, signal) : id;
    if (applied === id) await decide(id, { dry_run: false });
    // The cached import is still the dry run, so the page of the import would redirect to this page.
    queryClient.removeQueries({ queryKey: ['import', id] });
    void refresh();
    await navigate({ to: '/imports/$id', params: { id: applied }, ignoreBlocker: true });
  }

  async function guarded(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      await work(signal);
    } catch (error) {
      // An aborted request is not an error: the user cancelled it, started another one, or left the page.
      if (!signal.aborted) throw error;
    } finally {
      setStep(null);
    }
  }

  /** Checks the chosen file, or imports it if the last check found no errors. */
  const submit = () =>
    guarded(async (signal) => {
      // If the user types in a cell and then clicks the button, the correction must be applied first.
      await decision.current;
      const { file } = latest.current;
      if (lastCheck && isSound(lastCheck, latest.current)) return apply(lastCheck, signal);
      if (lastCheck && lastCheck.choice.file === file && lastCheck.outcome.review !== null)
        return checkAgain(lastCheck, signal);
      if (file) await checkFile(file, signal);
    });

  /**
   * Sends decisions about rows; the server then checks the file again. If a check is running, sends the decisions after
   * this check.
   * @throws {Problem}
   */
  function decideRows(decisions: Decisions): Promise<void> {
    const result = decision.current.then(() => decideOnce(lastCheck?.outcome.id, decisions));
    const settled = result.catch(() => undefined);
    decision.current = settled;
    setDeciding(true);
    void settled.then(() => {
      if (decision.current === settled) setDeciding(false);
    });
    return result;
  }

  async function decideOnce(id: string | undefined, decisions: Decisions): Promise<void> {
    const before = newest.current;
    if (id === undefined || before?.outcome.id !== id) return;
    await decide(id, decisions);
    const outcome = await whenFinished(id);
    // Does not replace other choices that the user has changed since the last check.
    const isUnchanged = before.choice === latest.current;
    const choice = { ...choiceOf(outcome), file: before.choice.file };
    if (isUnchanged) {
      latest.current = choice;
      setChoice(choice);
    }
    newest.current = { choice, outcome };
    setLastCheck(newest.current);
  }

  const outcome =
    lastCheck && (choice.file === null || lastCheck.choice.file === choice.file) ? lastCheck.outcome : null;
  const unmapped = read && read.file === choice.file ? read.table : null;
  return {
    choice,
    /** Columns and sheets of the chosen file; null before the file is read. */
    table: unmapped ?? outcome,
    step,
    /** Result of the last dry run of the chosen file; null before the first dry run. */
    outcome: unmapped ? null : outcome,
    /** Whether choices have changed since the last dry run. */
    changed: lastCheck !== null && lastCheck.choice !== choice,
    /** The error that prevented the checked file from loading. */
    failure,
    deciding,
    /** Whether leaving the page would lose an upload or a changed mapping. */
    unsaved: () =>
      step?.is === 'sending' ||
      step?.is === 'reading' ||
      (Object.keys(latest.current.mapping).length > 0 && lastCheck?.choice !== latest.current),
    ready: isSound(lastCheck, choice),
    choose,
    chooseFile,
    /** Whether a file is chosen or checked, even if this state is not rendered yet. */
    isChosen: () => latest.current.file !== null || lastCheck !== null,
    submit,
    decideRows,
    cancel: () => running.current?.abort(),
  };
}
