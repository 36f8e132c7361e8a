import { all } from '../imports/uploads.js';
import type { Client } from '../../support/service.js';

type Row = Record<string, unknown>;

export interface Entry {
  kind: string;
  id: string;
  change: 'upsert' | 'delete';
  changed_at: string;
  data?: Row;
}

/** A client that keeps a copy of the data up to date, as the documentation describes. */
export class Copy {
  readonly rows = new Map<string, Row>();
  private cursor: string | undefined;

  constructor(
    private readonly client: Client,
    private readonly limit = 100,
  ) {}

  /** Reads to the end of the feed and returns the entries. */
  async follow(): Promise<Entry[]> {
    const read: Entry[] = [];
    for (;;) {
      const cursor = this.cursor === undefined ? '' : `&cursor=${this.cursor}`;
      const { status, body } = await this.client.get(`/api/v1/changes?limit=${this.limit}${cursor}`);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      for (const entry of body.data as Entry[]) this.apply(entry);
      read.push(...(body.data as Entry[]));
      this.cursor = body.resume_cursor as string;
      if (body.page.next_cursor === null) return read;
    }
  }

  private apply({ kind, id, change, data }: Entry): void {
    if (change === 'delete') this.rows.delete(`${kind} ${id}`);
    else this.rows.set(`${kind} ${id}`, data!);
  }
}

const LISTS: Record<string, string> = {
  queen: '/api/v1/queens',
  evaluation: '/api/v1/queens/evaluations',
  apiary: '/api/v1/apiaries',
  hive: '/api/v1/hives',
  ebv_run: '/api/v1/ebv/runs',
};
/**
 * Members of a queen that are not stored in her own row. If only these members change, the queen does not count as
 * changed.
 */
const RELATED_MEMBERS = [
  'dam_external_id',
  'drone_sire_id',
  'inbreeding',
  'pedigree',
  'mother',
  'daughters',
  'evaluations',
];

/** Reads all lists and returns their rows in the format of `Copy.rows`. */
export async function currentRows(client: Client): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const [kind, path] of Object.entries(LISTS)) {
    for (const row of await all<Row>(client, path)) {
      const own = Object.entries(row).filter(([member]) => kind !== 'queen' || !RELATED_MEMBERS.includes(member));
      rows.set(`${kind} ${String(row.id)}`, Object.fromEntries(own));
    }
  }
  return rows;
}
