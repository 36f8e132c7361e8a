/** A piece of a body that is written already. */
export class Json {
  constructor(readonly text: string) {}
}

/** A body as it is sent; its pieces that are written already may stand in objects, not in lists. */
export function toText(value: unknown): string {
  if (value instanceof Json) return value.text;
  if (!holdsText(value)) return JSON.stringify(value);
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toText(member)}`).join()}}`;
}

const holdsText = (value: unknown): boolean =>
  value instanceof Json ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(holdsText));
