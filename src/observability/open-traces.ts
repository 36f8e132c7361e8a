import type { Config } from '../core/config.js';
import type { Traces } from './traces.js';

/** Starts tracing if a collector is configured. Otherwise, OpenTelemetry is not loaded. */
export async function openTraces(config: Config): Promise<Traces | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const { sendTraces } = await import('./send-traces.js');
  return sendTraces(endpoint, config);
}
