import { setTimeout } from 'node:timers/promises';

/** Captures the log of a service. */
export class Logged {
  text = '';

  write(lines: string): void {
    this.text += lines;
  }

  get lines(): Record<string, unknown>[] {
    return this.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Waits until the log contains `count` lines about a request. A request's line can follow its response. */
  about(request: string, count = 1): Promise<Record<string, unknown>[]> {
    return this.where((line) => line.request === request, count);
  }

  /** Waits until the log contains `count` lines that match. */
  async where(matches: (line: Record<string, unknown>) => boolean, count = 1): Promise<Record<string, unknown>[]> {
    for (;;) {
      const lines = this.lines.filter(matches);
      if (lines.length >= count) return lines;
      await setTimeout(20);
    }
  }
}
