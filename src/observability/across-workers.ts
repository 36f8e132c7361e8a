import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { unavailable } from '../core/errors.js';

/** A worker requests the metrics of all workers from the primary process. */
interface MetricsRequest {
  type: 'queenbook:metrics-request';
  id: number;
}
interface MetricsResponse {
  type: 'queenbook:metrics-response';
  id: number;
  /** Absent if a worker did not respond. */
  text?: string;
}

const isOfType = <Message extends { type: string }>(message: unknown, type: Message['type']): message is Message =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === type;

/** Serves requests of workers for the metrics of all workers. Runs in the primary process. */
export function serveClusterMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!isOfType<MetricsRequest>(message, 'queenbook:metrics-request')) return;
    const respond = (text?: string) => {
      const response: MetricsResponse = { type: 'queenbook:metrics-response', id: message.id, text };
      // Errors are ignored, because the worker may have exited.
      worker.send(response, () => undefined);
    };
    registry.clusterMetrics().then(respond, () => respond());
  });
}

/**
 * The metrics of all workers, or of this process if it is the only one.
 * @returns a function that collects the metrics as text
 * @throws {ServiceError} `unavailable` if a worker does not respond within 5 s. Without the counts of this worker, the
 * sums would decrease, as if the counters had been reset.
 */
export function clusterMetrics(registry: Registry): () => Promise<string> {
  const { worker } = cluster;
  if (!worker) return () => registry.metrics();
  // The constructor adds the listener that responds to the primary process.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([registry]);
  const requests = new Map<number, (text: string | undefined) => void>();
  let lastId = 0;
  process.on('message', (message: unknown) => {
    if (!isOfType<MetricsResponse>(message, 'queenbook:metrics-response')) return;
    requests.get(message.id)?.(message.text);
    requests.delete(message.id);
  });
  return async () => {
    const id = ++lastId;
    const request: MetricsRequest = { type: 'queenbook:metrics-request', id };
    const text = await new Promise<string | undefined>((resolve) => {
      requests.set(id, resolve);
      worker.send(request, undefined, undefined, () => undefined);
    });
    if (text !== undefined) return text;
    throw unavailable('A worker process did not report its metrics; try again.', 10);
  };
}
