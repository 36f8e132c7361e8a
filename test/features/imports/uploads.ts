import type { Client } from '../../support/service.js';

export interface Finding {
  row: number | null;
  column: string | null;
  message: string;
  code: string;
  params: Record<string, unknown>;
}

export interface ImportBody {
  id: string;
  status: string;
  format: string;
  rows: number;
  done: number;
  created: Record<string, number>;
  updated: Record<string, number>;
  unchanged: Record<string, number>;
  error_count: number;
  errors: Finding[];
  warning_count: number;
  warnings: Finding[];
  started_at: string | null;
  finished_at: string | null;
  encoding: string | null;
  header_row: number | null;
  columns: { header: string; field: string | null; samples: string[] }[];
}

/** Uploads a file and waits for the end of its job. */
export async function importFile(
  client: Client,
  filename: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<ImportBody> {
  const accepted = await client.upload('/api/imports', filename, content, fields);
  if (accepted.status !== 202) throw new Error(`${accepted.status} ${JSON.stringify(accepted.body)}`);
  return waitForEnd(client, (accepted.body as { data: ImportBody }).data.id);
}

export async function waitForEnd(client: Client, id: string): Promise<ImportBody> {
  for (;;) {
    const { body } = await client.get(`/api/v1/imports/${id}`);
    const { data } = body as { data: ImportBody };
    if (data.status !== 'queued' && data.status !== 'running') return data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns all rows of a REST list. Reads the list page by page. */
export async function all<Row>(client: Client, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | null = `${path}${path.includes('?') ? '&' : '?'}limit=100`;
  while (next) {
    const { body, headers } = await client.get(next);
    rows.push(...(body as { data: Row[] }).data);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  return rows;
}
