/** Runs one statement on a PostgreSQL server, over a connection of its own. */
export function onServer(server: string, statement: string): Promise<void>;
export default function setUp(): Promise<void>;
