import type { Client } from '../support/service.js';

/** A line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** @throws if a line is malformed, or its metric was not announced by `# TYPE` */
export function readMetrics(text: string): Sample[] {
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
  );
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`no sample: ${line}`);
      if (!known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, ''))) throw new Error(`unknown: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

/** Jobs are counted at their end, a moment after their results are visible. */
export async function awaitJobs(client: Client, queue: string, least = 1): Promise<void> {
  for (;;) {
    const samples = readMetrics((await client.get('/metrics')).body as string);
    const ended = samples.filter(
      ({ name, labels }) => name === 'queenbook_job_seconds_count' && labels.queue === queue,
    );
    if (ended.reduce((sum, { value }) => sum + value, 0) >= least) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
