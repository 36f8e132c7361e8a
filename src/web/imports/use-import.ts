import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { whenFinished, type ImportDetail } from './import-data.js';
import { upload, UnmappedFile, type Unmapped, type UploadOptions } from './upload.js';

/** The file to import, and its options. */
export interface Choice extends Omit<UploadOptions, 'dryRun' | 'mapping'> {
  file: File | null;
  mapping: Readonly<Record<string, string | null>>;
}

/** Current step: upload, reading, or the dry run. */
export type Step =
  { is: 'sending'; sent: number; dryRun: boolean } | { is: 'reading' } | { is: 'trying'; rows: number };

/** The columns of a file, as far as it could be read. */
interface Read {
  file: File;
  table: Unmapped & Partial<ImportDetail>;
}

interface Tried {
  /** With other options it has to be checked again. */
  choice: Choice;
  outcome: ImportDetail;
}

const NOTHING: Choice = { file: null, mapping: {} };

/** Options of a file without choices of the user. */
const AS_RECOGNIZED = {
  mapping: {},
  sheet: undefined,
  generation: undefined,
  evalYear: undefined,
  encoding: undefined,
  decisions: undefined,
};

const isSound = (tried: Tried | null, choice: Choice): boolean =>
  tried?.choice === choice && tried.outcome.status === 'completed';

const speaksOfMapping = (error: unknown): boolean => asProblem(error).errors.some(({ path }) => path === 'mapping');

/**
 * An import in preparation: first a dry run, then, with the same file and options, the import. The file stays in the
 * page's memory, so that it is chosen once.
 */
export function useImport() {
  const [choice, setChoice] = useState(NOTHING);
  const [read, setRead] = useState<Read | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  // A choice is sent in the event that makes it, before the next rendering.
  const latest = useRef(choice);
  const running = useRef<AbortController>(null);
  const navigate = useNavigate();
  useEffect(() => () => running.current?.abort(), []);

  function choose(part: Partial<Choice>): void {
    latest.current = { ...latest.current, ...part };
    setChoice(latest.current);
  }

  /** A file of the same name is taken for a corrected version: the user's choices are kept. */
  function chooseFile(file: File): void {
    choose(file.name === latest.current.file?.name ? { file } : { file, ...AS_RECOGNIZED });
  }

  async function send(file: File, { file: _, ...options }: Choice, dryRun: boolean, signal: AbortSignal) {
    setStep({ is: 'sending', sent: 0, dryRun });
    const onProgress = (sent: number) => setStep(sent < 1 ? { is: 'sending', sent, dryRun } : { is: 'reading' });
    return upload(file, { dryRun, ...options }, { signal, onProgress });
  }

  async function tryOut(file: File, signal: AbortSignal): Promise<void> {
    const now = latest.current;
    try {
      const id = await send(file, now, true, signal);
      const outcome = await whenFinished(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
      setRead({ file, table: outcome });
      setTried({ choice: now, outcome });
    } catch (error) {
      if (error instanceof UnmappedFile) setRead({ file, table: error.table });
      if (read?.file === file || !speaksOfMapping(error)) throw error;
      // If the corrected file has other columns, it is treated as a new one.
      choose({ mapping: {}, sheet: undefined });
      await tryOut(file, signal);
    }
  }

  /** Checks the chosen file, or imports it if it was just checked without errors. */
  async function submit(file: File): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      if (!isSound(tried, latest.current)) return await tryOut(file, signal);
      const id = await send(file, latest.current, false, signal);
      void refresh();
      await navigate({ to: '/imports/$id', params: { id }, ignoreBlocker: true });
    } catch (error) {
      // Cancelled by the user, who sees it at once.
      if (!signal.aborted) throw error;
    } finally {
      setStep(null);
    }
  }

  return {
    choice,
    /** Columns and sheets of the chosen file; null before it was read. */
    table: read?.file === choice.file ? read.table : null,
    step,
    /** Result of the last dry run of the chosen file; null before it. */
    outcome: choice.file !== null && tried?.choice.file === choice.file ? tried.outcome : null,
    /** Whether choices have changed since. */
    changed: tried !== null && tried.choice !== choice,
    /** Whether leaving loses anything: an upload, or mapped columns. */
    unsaved: () => step?.is === 'sending' || step?.is === 'reading' || Object.keys(latest.current.mapping).length > 0,
    ready: isSound(tried, choice),
    choose,
    chooseFile,
    /** The file chosen at this moment, rendered or not. */
    chosen: () => latest.current.file,
    submit,
    giveUp: () => running.current?.abort(),
  };
}
