/** Runs statements on a PostgreSQL server over a connection of their own. @returns the rows of the last */
export function onServer(server: string, ...statements: string[]): Promise<Record<string, unknown>[]>;
export default function setUp(): Promise<void>;
