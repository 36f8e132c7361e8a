import { setImmediate } from 'node:timers/promises';

/** By account, the end of its last plan. */
const last = new Map<string, Promise<void>>();

/**
 * Works out one plan of an account after the other: each may hold a connection, megabytes and, when it is told, the event
 * loop for a while, and fifty asked at once would keep all three from everybody else.
 */
export function onePlanAtATime<Plan>(accountId: string, work: () => Promise<Plan>): Promise<Plan> {
  const plan = (last.get(accountId) ?? Promise.resolve()).then(work);
  const end = plan
    .catch(() => undefined)
    .then(() => setImmediate())
    .then(() => void (last.get(accountId) === end && last.delete(accountId)));
  last.set(accountId, end);
  return plan;
}
