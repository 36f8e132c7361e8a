import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { DATENIMPORT, bytesOf } from '../features/imports/files.js';
import { importFile } from '../features/imports/uploads.js';
import { awaitJobs, readMetrics, type Sample } from '../observability/prometheus-samples.js';
import { startService, type TestService } from '../support/service.js';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; query: unknown }[] };
};
const expressions = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** Words of PromQL that are not metrics: functions, keywords and the label `le`. */
const WORDS = new Set(['sum', 'max', 'min', 'rate', 'topk', 'histogram_quantile', 'by', 'le']);

let service: TestService;
let samples: Sample[];
beforeAll(async () => {
  service = await startService();
  const anna = await service.register();
  await importFile(anna, DATENIMPORT, bytesOf(DATENIMPORT));
  await anna.graphql('{ queens { totalCount } }');
  // Regression: on an idle machine, the test read the metrics before the job was counted.
  await awaitJobs(service.visitor(), 'import');
  await service.visitor().get('/metrics');
  samples = readMetrics((await service.visitor().get('/metrics')).body as string);
});
afterAll(() => service?.close());

test('the dashboard has more than 20 queries, and its panels do not overlap', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(expressions.length).toBeGreaterThan(20);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

test('each metric and label in a query exists in /metrics', () => {
  const knownLabels = new Map<string, Set<string>>();
  for (const { name, labels } of samples) {
    const names = knownLabels.get(name) ?? new Set(['job']);
    knownLabels.set(name, names);
    for (const label of Object.keys(labels)) names.add(label);
  }
  // With the embedded database, the metrics of a database server do not exist.
  const ofServers = [
    'queenbook_database_connections',
    'queenbook_database_connections_limit',
    'queenbook_replica_reads_total',
  ];
  if (service.services.orm.database.pglite)
    for (const name of ofServers) knownLabels.set(name, new Set(['job', 'state', 'outcome']));
  for (const { title, expr, legendFormat } of expressions) {
    const bare = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, '');
    const metrics = [...bare.matchAll(/([a-z_]\w*)\{([^}]*)\}/g)];
    expect([title, metrics.length]).not.toEqual([title, 0]);
    const by = [...bare.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(', '));
    for (const [, metric, selectors] of metrics) {
      expect([title, metric, knownLabels.has(metric!)]).toEqual([title, metric, true]);
      const usedLabels = [...selectors!.matchAll(/(\w+)(?:=|!=|=~)/g)].map(([, label]) => label!);
      for (const label of [...usedLabels, ...by]) {
        expect([title, metric, label, knownLabels.get(metric!)!.has(label)]).toEqual([title, metric, label, true]);
      }
    }
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(by).toContain(label);
    // A metric without braces is not checked above, so it must not occur.
    const rest = bare.replace(/[a-z_]\w*\{[^}]*\}/g, '').replace(/by \([^)]*\)/g, '');
    expect([...rest.matchAll(/[a-z_]\w*/g)].map(([word]) => word).filter((word) => !WORDS.has(word))).toEqual([]);
  }
});

test('the variable of the dashboard uses an existing metric', () => {
  const [metric] = /(?<=label_values\()\w+/.exec(JSON.stringify(dashboard.templating.list)) ?? [];
  expect(samples.map(({ name }) => name)).toContain(metric);
});
