import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { withoutValues } from '../../src/observability/sql-text.js';
import { importFile } from '../features/imports/uploads.js';
import { startService, type TestService } from '../support/service.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Starts a collector that receives OTLP over HTTP, as JSON at `/v1/traces`. */
async function startCollector() {
  const spans: Span[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const services = new Set<unknown>();
  let text = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v1/traces' && request.method === 'POST') {
      const body = Buffer.concat(chunks).toString();
      text += body;
      headers.push(request.headers);
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        services.add(resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
    }
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    services,
    text: () => text,
    async until(matches: (span: Span) => boolean): Promise<Span> {
      for (;;) {
        const span = spans.find(matches);
        if (span) return span;
        await setTimeout(50);
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const valueOf = ({ attributes }: Span, key: string) =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];

let collector: Awaited<ReturnType<typeof startCollector>>;
let service: TestService;
let anna: Awaited<ReturnType<TestService['register']>>;
beforeAll(async () => {
  collector = await startCollector();
  service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-token=a=b, other=c',
    OTEL_SERVICE_NAME: 'queenbook-test',
  });
  anna = await service.register();
});
afterAll(async () => {
  await service?.close();
  await collector?.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('with a trace collector', () => {
  test('a request joins the trace in its traceparent header; its operation and statements are child spans', async () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    const query = '{ queens(filter: { search: "Kunigunde" }) { totalCount nodes { id name } } }';
    const response = await anna.post('/graphql', { query }, { headers });
    expect(response.status).toBe(200);
    const request = await collector.until(({ traceId, kind }) => traceId === TRACE && kind === 2);
    expect(request).toMatchObject({ name: 'POST /graphql', parentSpanId: PARENT });
    expect(valueOf(request, 'http.route')).toBe('/graphql');
    expect(Number(valueOf(request, 'http.response.status_code'))).toBe(200);
    expect(valueOf(request, 'queenbook.request.id')).toBe(response.headers.get('X-Request-Id'));
    expect(valueOf(request, 'queenbook.account.id')).toBe(anna.account.id);
    const inTrace = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const operation = inTrace.find(({ name }) => name === 'query queens')!;
    expect(operation.parentSpanId).toBe(request.spanId);
    const statements = inTrace.filter((span) => valueOf(span, 'db.query.text') !== undefined);
    // The session is looked up before the operation begins.
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toEqual(
      expect.arrayContaining([request.spanId, operation.spanId]),
    );
    for (const { startTimeUnixNano, endTimeUnixNano } of statements) {
      expect(BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano) - 5_000_000n);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    expect(collector.services).toEqual(new Set(['queenbook-test']));
    expect(collector.headers[0]).toMatchObject({ 'x-api-token': 'a=b', other: 'c' });
  });

  test('a request without a valid traceparent starts a new trace', async () => {
    for (const traceparent of [
      '',
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      'nonsense',
    ]) {
      const response = await anna.get('/api/v1/apiaries', { headers: traceparent ? { traceparent } : {} });
      const id = response.headers.get('X-Request-Id');
      const span = await collector.until((each) => valueOf(each, 'queenbook.request.id') === id);
      expect([span.name, span.parentSpanId ?? '']).toEqual(['GET /api/apiaries', '']);
      expect(span.traceId).toMatch(/^(?!0+$)[\da-f]{32}$/);
    }
  });

  test('a job has a separate trace with its statements', async () => {
    await importFile(anna, 'kunigundes-bestand.csv', 'name,birth_date\nKunigunde,2021\n');
    const job = await collector.until(({ name }) => name === 'job import');
    expect([job.kind, job.parentSpanId ?? '']).toEqual([5, '']);
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === job.spanId);
    expect(statements.length).toBeGreaterThan(10);
  });

  test('traces contain no data from requests', async () => {
    await anna.put(`/api/account`, { name: 'Walburga Quittenbaum' });
    await service.visitor().post('/api/session', { email: 'nobody@anderswo.example', password: 'a wrong password' });
    await service.visitor().get('/password?token=secret-of-a-link');
    const last = await anna.get('/api/v1/queens?search=Kunigunde');
    const id = last.headers.get('X-Request-Id');
    await collector.until((span) => valueOf(span, 'queenbook.request.id') === id);
    expect(collector.text()).toContain('account');
    const { email, password, name } = anna.account;
    for (const secret of [email, password, name, 'Kunigunde', 'Walburga', 'anderswo', 'secret-of', 'wrong pass']) {
      expect([secret, collector.text().toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false]);
    }
  });
});

test('an unreachable collector delays no request', async () => {
  const alone = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const bea = await alone.register();
  expect((await bea.get('/api/v1/queens')).status).toBe(200);
  await alone.close();
});

test.each([
  [
    `select * from "account" where email = 'a@b.example' and n = 12.5`,
    'select * from "account" where email = ? and n = ?',
  ],
  [`select 'it''s', E'a\\'b', $1, $23::text, "it""s 5" limit 20`, 'select ?, ?, $1, $23::text, "it""s 5" limit ?'],
  [`insert into queen_2 values ('cut off`, 'insert into queen_2 values (?'],
  [`select $$secret$$, $tag$other$tag$`, 'select ?, ?'],
])('statements are traced without values: %s', (sql, expected) => {
  expect(withoutValues(sql)).toBe(expected);
});
