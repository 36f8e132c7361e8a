import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { refresh } from '../data/query-client.js';
import { whenOver, type ImportDetail } from './import-data.js';
import { upload, UnmappedFile, type Unmapped, type UploadOptions } from './upload.js';

/** What is to be imported, and how it is to be read. */
export interface Choice extends Omit<UploadOptions, 'dryRun' | 'mapping'> {
  file: File | null;
  mapping: Readonly<Record<string, string | null>>;
}

/** What goes on: the file is sent, then read, then the job tries it. */
export type Step =
  { is: 'sending'; sent: number; dryRun: boolean } | { is: 'reading' } | { is: 'trying'; rows: number };

/** The content of a file, as far as it could be read. */
interface Read {
  file: File;
  table: Unmapped & Partial<ImportDetail>;
}

interface Tried {
  /** With any other choice it has to be tried again. */
  choice: Choice;
  outcome: ImportDetail;
}

const NOTHING: Choice = { file: null, mapping: {} };

/** How a file is read if nothing was settled for it. */
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
 * An import on its way to the server: first always a dry run, then, with the same file and the same choices, the
 * import itself. The file stays in the page's memory, so that it is chosen once.
 */
export function useImport() {
  const [choice, setChoice] = useState(NOTHING);
  const [read, setRead] = useState<Read | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  // A choice is sent in the event that makes it, before anything is drawn anew.
  const latest = useRef(choice);
  const running = useRef<AbortController>(null);
  const navigate = useNavigate();
  useEffect(() => () => running.current?.abort(), []);

  function choose(part: Partial<Choice>): void {
    latest.current = { ...latest.current, ...part };
    setChoice(latest.current);
  }

  /** A file of the same name is taken for the one before, mended: what was settled for it holds. */
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
      const outcome = await whenOver(id, ({ rows }) => setStep({ is: 'trying', rows }), signal);
      setRead({ file, table: outcome });
      setTried({ choice: now, outcome });
    } catch (error) {
      if (error instanceof UnmappedFile) setRead({ file, table: error.table });
      if (read?.file === file || !speaksOfMapping(error)) throw error;
      // The mended file has other columns than the one before: it is read as a new one.
      choose({ mapping: {}, sheet: undefined });
      await tryOut(file, signal);
    }
  }

  /** Tries what was chosen, or imports it where just that was tried and is sound. */
  async function submit(file: File): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      if (!isSound(tried, latest.current)) return await tryOut(file, signal);
      const id = await send(file, latest.current, false, signal);
      void refresh();
      await navigate({ to: '/imports/$id', params: { id }, ignoreBlocker: true });
    } catch (error) {
      // Given up by the breeder, who sees it at once.
      if (!signal.aborted) throw error;
    } finally {
      setStep(null);
    }
  }

  return {
    choice,
    /** The columns and sheets of the chosen file; null before it was read. */
    table: read?.file === choice.file ? read.table : null,
    step,
    /** What the last dry run of the chosen file came to; null before. */
    outcome: choice.file !== null && tried?.choice.file === choice.file ? tried.outcome : null,
    /** Whether something was settled otherwise since. */
    changed: tried !== null && tried.choice !== choice,
    /** Whether something is lost by leaving: a file on its way, or columns that were settled by hand. */
    unsaved: () => step?.is === 'sending' || step?.is === 'reading' || Object.keys(latest.current.mapping).length > 0,
    ready: isSound(tried, choice),
    choose,
    chooseFile,
    /** The file that is chosen at this moment, drawn or not. */
    chosen: () => latest.current.file,
    submit,
    giveUp: () => running.current?.abort(),
  };
}
