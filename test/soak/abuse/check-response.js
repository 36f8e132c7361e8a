// Checks every response to an attack: the response must not be an internal error, must have the standard format, and
// must not contain internal details.
const INTERNALS =
  /\b(select|insert into|update|delete from) [\w".]+ |kysely|node_modules|invalid input syntax|PGlite|ECONN|\bat \S+ \(|\.[jt]s:\d+|postgres(ql)?:\/\//i;

/** Returns the violation of a rule, or undefined. */
export function fault({ status, type, text }) {
  if (status >= 500 && status !== 503) return `${status} ${text.slice(0, 300)}`;
  if (status >= 400 && text && !/^application\/(problem\+json|graphql-response\+json|json)\b/.test(type ?? '')) {
    return `${status} as ${type}: ${text.slice(0, 100)}`;
  }
  // A successful response may repeat any text of a request. Only error responses are searched for internal details.
  if (status < 400 && !/"errors":/.test(text.slice(0, 20))) return undefined;
  if (/"code":"(INTERNAL_SERVER_ERROR|internal_error)"/.test(text)) return `${status} ${text.slice(0, 300)}`;
  const internal = INTERNALS.exec(text)?.[0];
  return internal === undefined ? undefined : `reveals internals (${internal}): ${status} ${text.slice(0, 300)}`;
}

/** Counts responses by status, and stores the first violations. */
export class ResponseLog {
  counts = new Map();
  faults = new Map();

  add(response, request) {
    this.counts.set(response.status, (this.counts.get(response.status) ?? 0) + 1);
    const wrong = fault(response);
    if (wrong && this.faults.size < 10) this.faults.set(wrong.slice(0, 60), `${request}: ${wrong}`);
  }

  get total() {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toString() {
    const byStatus = [...this.counts].sort(([a], [b]) => String(a).localeCompare(String(b)));
    return byStatus.map(([status, times]) => `${times}×${status}`).join(' ');
  }
}
