import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { queryClient, refresh } from '../data/query-client.js';
import { whenFinished } from './import-data.js';
import { AS_RECOGNIZED, changesOf, choiceOf, NOTHING, type Choice, type Tried } from './choice.js';
import { decide, type Decisions } from './review-data.js';
import { upload, UnmappedFile, type Unmapped } from './upload.js';

/** Current step: upload, reading, or the dry run. */
export type Step =
  { is: 'sending'; sent: number; dryRun: boolean } | { is: 'reading' } | { is: 'trying'; rows: number };

/** A file that cannot be read without a mapping. */
interface Read {
  file: File;
  table: Unmapped;
}

const isSound = (tried: Tried | null, choice: Choice): boolean =>
  tried?.choice === choice && tried.outcome.status === 'completed';

const speaksOfMapping = (error: unknown): boolean => asProblem(error).errors.some(({ path }) => path === 'mapping');

/**
 * An import in preparation: a dry run, decisions about it, then the import. The server keeps the file, so that the page
 * can be left and opened again.
 * @param checked id of the dry run, from the address of the page
 */
export function useImport(checked: string | undefined) {
  const [choice, setChoice] = useState(NOTHING);
  const [read, setRead] = useState<Read | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** Whether a decision about rows is being checked, while the rows stay visible. */
  const [deciding, setDeciding] = useState(false);
  // The latest choice. It is sent in the event that makes it, before the next rendering.
  const latest = useRef(choice);
  const running = useRef<AbortController>(null);
  /** The last decision about rows, which may still wait or be checked. */
  const decision = useRef(Promise.resolve());
  /** The latest result, to which the next decision refers even before it is rendered. */
  const newest = useRef(tried);
  useEffect(() => void (newest.current = tried), [tried]);
  const navigate = useNavigate();
  useEffect(() => () => running.current?.abort(), []);

  const restore = useEffectEvent(async (id: string, signal: AbortSignal) => {
    if (tried?.outcome.id === id) return;
    try {
      const outcome = await whenFinished(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
      if (outcome.review === null) await navigate({ to: '/imports/$id', params: { id }, replace: true });
      latest.current = choiceOf(outcome);
      setChoice(latest.current);
      setTried({ choice: latest.current, outcome });
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

  /** A file of the same name is taken for a corrected version: the user's choices are kept. */
  function chooseFile(file: File): void {
    const former = latest.current.file?.name ?? tried?.outcome.filename;
    choose(file.name === former ? { file } : { file, ...AS_RECOGNIZED });
  }

  async function send(file: File, { file: _, ...options }: Choice, dryRun: boolean, signal: AbortSignal) {
    setStep({ is: 'sending', sent: 0, dryRun });
    const onProgress = (sent: number) => setStep(sent < 1 ? { is: 'sending', sent, dryRun } : { is: 'reading' });
    return upload(file, { dryRun, ...options }, { signal, onProgress });
  }

  /** Waits for the result of a check. */
  async function settle(id: string, now: Choice, signal: AbortSignal): Promise<void> {
    const outcome = await whenFinished(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
    setTried({ choice: now, outcome });
    await navigate({
      to: '/imports/new',
      search: { checked: id },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  }

  async function tryOut(file: File, signal: AbortSignal): Promise<void> {
    const now = latest.current;
    try {
      const id = await send(file, now, true, signal);
      setRead(null);
      await settle(id, now, signal);
    } catch (error) {
      if (error instanceof UnmappedFile) setRead({ file, table: error.table });
      const isKnown = read?.file === file || tried?.choice.file === file;
      if (isKnown || !speaksOfMapping(error) || Object.keys(now.mapping).length === 0) throw error;
      // If the corrected file has other columns, it is treated as a new one.
      choose({ mapping: {}, sheet: undefined });
      await tryOut(file, signal);
    }
  }

  /** Checks the file again with changed options. */
  async function tryAgain(before: Tried, signal: AbortSignal): Promise<void> {
    const now = latest.current;
    setStep({ is: 'trying', rows: before.outcome.rows });
    await decide(before.outcome.id, changesOf(before, now));
    await settle(before.outcome.id, now, signal);
  }

  async function apply({ outcome: { id, review } }: Tried, signal: AbortSignal): Promise<void> {
    const { file } = latest.current;
    // The server does not keep whole exports.
    const applied = review === null && file ? await send(file, latest.current, false, signal) : id;
    if (applied === id) await decide(id, { dry_run: false });
    // The cached import is still the dry run, and its page would lead back here.
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
      // An aborted request was cancelled by the user, so it is not reported as an error.
      if (!signal.aborted) throw error;
    } finally {
      setStep(null);
    }
  }

  /** Checks the chosen file, or imports it if it was just checked without errors. */
  const submit = () =>
    guarded(async (signal) => {
      // If the user typed a correction and then clicked the button, leaving the cell has started to apply the
      // correction.
      await decision.current;
      const { file } = latest.current;
      if (tried && isSound(tried, latest.current)) return apply(tried, signal);
      if (tried && tried.choice.file === file && tried.outcome.review !== null) return tryAgain(tried, signal);
      if (file) await tryOut(file, signal);
    });

  /**
   * Decides about rows of the checked file, which is then checked again. A decision during a check waits for its end.
   * @throws {Problem}
   */
  function decideRows(decisions: Decisions): Promise<void> {
    const made = decision.current.then(() => decideOnce(tried?.outcome.id, decisions));
    const settled = made.catch(() => undefined);
    decision.current = settled;
    setDeciding(true);
    void settled.then(() => {
      if (decision.current === settled) setDeciding(false);
    });
    return made;
  }

  async function decideOnce(id: string | undefined, decisions: Decisions): Promise<void> {
    const before = newest.current;
    if (id === undefined || before?.outcome.id !== id) return;
    await decide(id, decisions);
    const outcome = await whenFinished(id);
    // Choices that were changed but not checked remain unchecked.
    const isUnchanged = before.choice === latest.current;
    const choice = { ...choiceOf(outcome), file: before.choice.file };
    if (isUnchanged) {
      latest.current = choice;
      setChoice(choice);
    }
    newest.current = { choice, outcome };
    setTried(newest.current);
  }

  const outcome = tried && (choice.file === null || tried.choice.file === choice.file) ? tried.outcome : null;
  const unmapped = read && read.file === choice.file ? read.table : null;
  return {
    choice,
    /** Columns and sheets of the chosen file; null before it was read. */
    table: unmapped ?? outcome,
    step,
    /** Result of the last dry run of the chosen file; null before it. */
    outcome: unmapped ? null : outcome,
    /** Whether choices have changed since. */
    changed: tried !== null && tried.choice !== choice,
    /** Why the checked file could not be loaded. */
    failure,
    deciding,
    /** Whether leaving loses anything: an upload, or changed options. */
    unsaved: () =>
      step?.is === 'sending' ||
      step?.is === 'reading' ||
      (Object.keys(latest.current.mapping).length > 0 && tried?.choice !== latest.current),
    ready: isSound(tried, choice),
    choose,
    chooseFile,
    /** Whether there is a file to check or to import, even before it is rendered. */
    isChosen: () => latest.current.file !== null || tried !== null,
    submit,
    decideRows,
    giveUp: () => running.current?.abort(),
  };
}
