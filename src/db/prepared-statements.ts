import { LRUCache } from 'lru-cache';

/** Returns the name under which a connection prepares a statement; undefined if it does not prepare the statement. */
export type NameOf = (text: string) => string | undefined;

/**
 * Marks a statement that each connection prepares: it is parsed once, and planned once if one plan suits all values.
 * `prepared page` marks a statement whose text depends on the request. Only a limited number of these statements are
 * prepared, so that some names remain for the other statements.
 */
export const PREPARED_MARK = /^\s*\/\* prepared( page)? \*\//;
const MAX_MARKED_STATEMENTS = 100;
const MAX_MARKED_PAGES = 50;

const markedNames = new Map<string, string>();

/**
 * Names only marked statements. For a PostgreSQL server, where each connection keeps its own copy of each prepared
 * statement, which needs memory.
 */
export const nameMarked: NameOf = (text) => {
  const mark = PREPARED_MARK.exec(text);
  if (!mark) return undefined;
  let name = markedNames.get(text);
  if (name === undefined && markedNames.size < (mark[1] ? MAX_MARKED_PAGES : MAX_MARKED_STATEMENTS)) {
    name = `queenbook_${markedNames.size}`;
    markedNames.set(text, name);
  }
  return name;
};

const MAX_REPEATED_STATEMENTS = 500;
/** Maximum number of statements that were sent once and are remembered, to detect when they are sent again. */
const MAX_REMEMBERED_STATEMENTS = 1000;
/** Longer statements contain many rows, and are rarely repeated. */
const MAX_STATEMENT_LENGTH = 20_000;
const ONE_STATEMENT = /^\s*(\/\*.*\*\/\s*)?(select|with|insert|update|delete|merge)\b[^;]*$/i;

/**
 * Names each statement when the statement is sent for the second time. For the embedded database, which has one
 * connection, and spends more time on planning statements than on running them.
 */
export function nameRepeated(): NameOf {
  const remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED_STATEMENTS });
  const names = new Map<string, string>();
  return (text) => {
    let name = names.get(text);
    if (name !== undefined || names.size === MAX_REPEATED_STATEMENTS) return name;
    if (text.length > MAX_STATEMENT_LENGTH || !ONE_STATEMENT.test(text)) return undefined;
    if (!remembered.get(text)) {
      remembered.set(text, true);
      return undefined;
    }
    remembered.delete(text);
    name = `queenbook_${names.size}`;
    names.set(text, name);
    return name;
  };
}
