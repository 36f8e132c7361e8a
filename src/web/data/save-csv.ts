/** Saves a CSV table as a file. Excel recognizes UTF-8 by the byte order mark. */
export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the data after the click. A minute is enough for a file of this size.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
