/** Runs statements on a PostgreSQL server over a separate connection. @returns the rows of the last statement */
export function onServer(server: string, ...statements: string[]): Promise<Record<string, unknown>[]>;
export default function setUp(): Promise<void>;
