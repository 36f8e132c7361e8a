import { api, Problem } from './api.js';
import { onSubmit } from './form.js';
import { table, text } from './table.js';

type Counts = Record<string, number>;

interface Import {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  format: string | null;
  filename: string;
  dry_run: boolean;
  rows: number | null;
  done: number;
  created: Counts;
  updated: Counts;
  unchanged: Counts;
  errors: { row: number | null; column: string | null; message: string }[];
  error_count: number;
  columns: { header: string; field: string | null; samples: string[] }[];
}

const byId = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;
const figures = new Intl.NumberFormat('en');
const ended = (job: Import) => job.status !== 'queued' && job.status !== 'running';

function outcome(job: Import): string {
  if (job.status === 'failed') return `Nothing was changed: the file has errors`;
  if (job.status === 'cancelled') return 'Cancelled, nothing was changed';
  return job.dry_run ? 'The file is fine. Nothing was changed yet' : 'Imported';
}

/** Shows how a finished import went: counts, every error with its row, and in a trial run how the columns were read. */
function showResult(job: Import): void {
  const result = byId('import-result');
  result.replaceChildren(text('h3', `${job.filename}: ${outcome(job)}`, job.status));
  // A kind of row that the file does not hold needs no line of zeros.
  const counts = [job.created, job.updated, job.unchanged];
  const kinds = Object.keys(job.created).filter((kind) => counts.some((count) => count[kind]));
  if (job.status === 'completed' && kinds.length) {
    const count = (title: string, counts: Counts) => ({
      title,
      figure: true,
      cell: (kind: string) => figures.format(counts[kind] ?? 0),
    });
    const columns = [count('New', job.created), count('Changed', job.updated), count('As before', job.unchanged)];
    result.append(table('Result', [{ title: 'What', cell: (kind) => kind.replaceAll('_', ' ') }, ...columns], kinds));
  }
  if (job.errors?.length) {
    const columns = [
      { title: 'Row', figure: true, cell: (error: Import['errors'][number]) => error.row ?? '' },
      { title: 'Column', cell: (error: Import['errors'][number]) => error.column ?? '' },
      { title: 'What is wrong', cell: (error: Import['errors'][number]) => error.message },
    ];
    result.append(table('Errors', columns, job.errors));
    const more = job.error_count - job.errors.length;
    if (more > 0) result.append(text('p', `and ${figures.format(more)} more errors.`));
  }
  if (job.dry_run && job.columns?.length) {
    result.append(text('h3', 'How the columns were read'));
    const columns = [
      { title: 'Column', cell: (column: Import['columns'][number]) => column.header },
      { title: 'Read as', cell: (column: Import['columns'][number]) => column.field ?? 'kept in origin data' },
      { title: 'For example', cell: (column: Import['columns'][number]) => column.samples.join(', ') },
    ];
    result.append(table('Columns', columns, job.columns));
  }
  result.hidden = false;
  result.focus();
}

async function follow(id: string): Promise<Import> {
  const line = byId('import-progress');
  const bar = line.querySelector('progress')!;
  line.hidden = false;
  // A large file takes minutes: ask ever less often, up to every two seconds.
  for (let pause = 150; ; pause = Math.min(pause * 1.5, 2000)) {
    const { data: job } = await api<{ data: Import }>('GET', `/api/v1/imports/${id}`);
    if (ended(job)) return job;
    if (job.rows) {
      bar.max = job.rows;
      bar.value = job.done;
    }
    line.querySelector('span')!.textContent = job.rows
      ? `${figures.format(job.done)} of ${figures.format(job.rows)} rows`
      : 'Waiting to start';
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Fills the list of recent imports. */
export async function listImports(): Promise<void> {
  const { data } = await api<{ data: Import[] }>('GET', '/api/v1/imports?limit=10');
  if (!data.length) {
    byId('recent').replaceChildren(text('p', 'None yet. The first file you upload above appears here.', 'empty'));
    return;
  }
  const columns = [
    { title: 'File', cell: (job: Import) => job.filename },
    { title: 'Status', cell: (job: Import) => text('span', job.status, job.status) },
    { title: 'Kind', cell: (job: Import) => (job.dry_run ? 'check only' : 'import') },
    { title: 'Rows', figure: true, cell: (job: Import) => (job.rows == null ? '' : figures.format(job.rows)) },
  ];
  byId('recent').replaceChildren(table('Recent imports', columns, data));
}

/** Wires the upload form; `changed` runs after an import that may have changed data, `signedOut` where the session has ended. */
export function wireUpload(changed: () => Promise<void>, signedOut: () => Promise<void>): void {
  onSubmit(byId<HTMLFormElement>('upload'), async (fields) => {
    byId('import-result').hidden = true;
    byId('said').textContent = 'Uploading';
    // The server reads fields before the file, which may be large: what is said about it has to come first.
    const body = new FormData();
    body.set('dry_run', String(fields.has('dry_run')));
    body.set('file', fields.get('file')!);
    byId('import-progress').hidden = false;
    byId('import-progress').querySelector('span')!.textContent = 'Uploading';
    byId('import-progress').querySelector('progress')!.removeAttribute('value');
    try {
      const job = await follow((await api<{ data: Import }>('POST', '/api/imports', body)).data.id);
      byId('said').textContent = outcome(job);
      showResult(job);
      await (job.dry_run ? listImports() : changed());
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      await signedOut();
    } finally {
      byId('import-progress').hidden = true;
    }
  });
}
