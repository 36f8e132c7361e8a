/** Seconds: up to which times are counted together. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

interface Series {
  labels: Record<string, string>;
  /** By the first bound that holds; the last is for whatever took longer. */
  counts: Float64Array;
  sum: number;
}

interface Value {
  labels: Record<string, string | number>;
  value: number;
  metricName: string;
}

/**
 * How long something took, as a histogram of Prometheus. `prom-client` tells it and adds those of several processes up;
 * its own takes several times as long to note a time, which is done for each request and each statement.
 */
export class Latency {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  private readonly series = new Map<string, Series>();

  /** @param labelNames each of few values, none of a client's choice: every combination takes memory for good */
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly labelNames: readonly string[],
  ) {}

  observe(milliseconds: number, ...labels: string[]): void {
    const key = labels.join('\n');
    let series = this.series.get(key);
    if (!series) this.series.set(key, (series = this.begin(labels)));
    const seconds = milliseconds / 1000;
    let at = 0;
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at += 1;
    series.counts[at]! += 1;
    series.sum += seconds;
  }

  private begin(labels: string[]): Series {
    const named = Object.fromEntries(this.labelNames.map((name, index) => [name, labels[index]!]));
    return { labels: named, counts: new Float64Array(BOUNDS.length + 1), sum: 0 };
  }

  /** As `prom-client` asks a metric. */
  get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.series.values()].flatMap((series) => this.valuesOf(series));
    return { name, help, type, aggregator, values };
  }

  private valuesOf({ labels, counts, sum }: Series): Value[] {
    let count = 0;
    const buckets = [...counts].map((more, index) => ({
      labels: { ...labels, le: BOUNDS[index] ?? '+Inf' },
      value: (count += more),
      metricName: `${this.name}_bucket`,
    }));
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: count, metricName: `${this.name}_count` },
    ];
  }
}
