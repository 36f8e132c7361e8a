import type { GraphQLSchema } from 'graphql';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { askedOf } from './asked.js';
import { textOf } from './apollo.js';
import type { RequestContext } from '../context.js';
import type { ByPlan, Operation, Went } from './by-plan.js';
import { costOf } from './cost.js';
import { LIMITS } from './limits.js';

/** A query as Apollo judged and answered it. */
interface Known {
  of: Operation;
  headers: Readonly<Record<string, string>>;
}

const MEMBERS = new Set(['query', 'variables', 'operationName']);
const NAME = /^\w+$/;
const MOST = 1_000;
/** Characters, in all and of one; parsed, one takes up to 100 bytes. */
const ROOM = 512 * 1024;
const LONGEST = 20_000;

/**
 * Queries that programs ask again and again, with other variables: whether one is well-formed and valid, and how its
 * answer is to be headed, was found out when it first came. What is not as plain as it was then is left to Apollo.
 */
export class Familiar {
  private readonly known = new LRUCache<string, Known>({
    max: MOST,
    maxSize: ROOM,
    sizeCalculation: (_, name) => name.length,
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly byPlan: ByPlan,
  ) {}

  /** A name for all by which a question is judged, save its variables; undefined for what is judged each time. */
  nameOf(ctx: Context, body: Readonly<Record<string, unknown>>): string | undefined {
    for (const member in body) if (!MEMBERS.has(member)) return undefined;
    const { query, variables, operationName } = body;
    if (typeof query !== 'string' || query.length > LONGEST) return undefined;
    if (typeof (variables ?? {}) !== 'object' || Array.isArray(variables)) return undefined;
    if (operationName != null && (typeof operationName !== 'string' || !NAME.test(operationName))) return undefined;
    const { accept = '', 'content-type': type = '' } = ctx.headers;
    return [accept, type, operationName ?? '', query].join('\n');
  }

  /** @returns null for a question that is not known, or does not go as it did */
  async answer(name: string, body: Readonly<Record<string, unknown>>, context: RequestContext) {
    const known = this.known.get(name);
    if (!known) return null;
    const { of, headers } = known;
    const variables = (body.variables ?? {}) as Record<string, unknown>;
    if (costOf(this.schema, of.document, of.operation, variables) > LIMITS.fields) return null;
    if (context.notes) context.notes.asked = askedOf(of.document, of.operation);
    const went = await this.byPlan(of, variables, context);
    return went && { text: textOf(went.data), headers, status: 200, isSettled: went.isSettled };
  }

  add(name: string, { of }: Went, headers: Readonly<Record<string, string>>): void {
    this.known.set(name, { of, headers });
  }
}
