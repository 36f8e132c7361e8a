import { setTimeout } from 'node:timers/promises';

/** The log of a service. */
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

  /** Waits for the lines of a request, which are buffered for a moment. */
  about(request: string, count = 1): Promise<Record<string, unknown>[]> {
    return this.where((line) => line.request === request, count);
  }

  /** Waits for lines. */
  async where(fits: (line: Record<string, unknown>) => boolean, count = 1): Promise<Record<string, unknown>[]> {
    for (;;) {
      const lines = this.lines.filter(fits);
      if (lines.length >= count) return lines;
      await setTimeout(20);
    }
  }
}
