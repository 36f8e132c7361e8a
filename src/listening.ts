/** The line that says that whatever is asked will be answered, and where. */
export function sayListening(host: string, port: number): void {
  process.stdout.write(`Queenbook listening on http://${host.includes(':') ? `[${host}]` : host}:${port}\n`);
}
