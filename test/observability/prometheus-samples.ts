import type { Client } from '../support/service.js';

/** A sample in the text format of Prometheus. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/**
 * Parses the text format of Prometheus.
 * @throws {Error} if a line is malformed, or if its metric has no `# TYPE` line
 */
export function readMetrics(text: string): Sample[] {
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
  );
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`The line is not a sample: ${line}`);
      if (!known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')))
        throw new Error(`The metric has no # TYPE line: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

/**
 * Waits until the metrics contain at least `minimum` ended jobs. The metrics contain a job shortly after its results
 * become visible.
 */
export async function awaitJobs(client: Client, queue: string, minimum = 1): Promise<void> {
  for (;;) {
    const samples = readMetrics((await client.get('/metrics')).body as string);
    const ended = samples.filter(
      ({ name, labels }) => name === 'queenbook_job_seconds_count' && labels.queue === queue,
    );
    if (ended.reduce((sum, { value }) => sum + value, 0) >= minimum) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
