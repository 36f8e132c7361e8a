import {
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { stampOf } from '../../access/guard.js';
import { requirementOf } from '../../access/guarded-arguments.js';
import type { Identity } from '../../access/identity.js';
import { permits, type Requirement } from '../../access/permissions.js';
import { isUnanswered } from '../../unreachable.js';
import { TooLarge } from '../budget.js';
import { OBJECTS } from './objects.js';
import { Plan, type Complete, type Form } from './plan.js';
import { Run, Unplannable } from './run.js';
import { TEXT, written } from './text.js';

interface Asker {
  identity: Identity | null;
}

/** An operation that has been planned, and what it needs of the caller. */
interface Planned {
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  root: Complete;
  requirements: readonly Requirement[];
}

/** By document, so that it is forgotten with it; null is left to graphql-js. */
type Plans = WeakMap<DocumentNode, Map<string, Planned | null>>;

const plans = new Map<Form, Plans>([OBJECTS, TEXT].map((form) => [form, new WeakMap()]));

/** What is to run, and as whom. */
export interface Question {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null;
  variables: Readonly<Record<string, unknown>>;
  context: Asker;
}

/**
 * Runs a query by its plan (see `Plan`), at some fifth of what graphql-js takes for large answers.
 * @returns null for what is no plain query of one who may read all of it, or did not go as one (a resolver threw): then
 *   graphql-js is to run it, which tells what is wrong and where. A query changes nothing, so it may run again.
 * @throws what a database said that does not answer, or takes too long: to ask it again would make it worse; likewise
 *   that the answer is too large
 */
export async function runPlanned(question: Question): Promise<{ data: object } | null> {
  const ran = await run(question, OBJECTS);
  return ran && { data: ran.told as object };
}

/**
 * The same, with the data as their JSON.
 * @returns null likewise
 * @throws likewise
 */
export async function writePlanned(question: Question): Promise<{ data: string } | null> {
  const ran = await run(question, TEXT);
  return ran && { data: written(ran.told) };
}

async function run(
  { schema, document, operationName, variables: inputs, context }: Question,
  form: Form,
): Promise<{ told: unknown } | null> {
  const known = plans.get(form)!;
  const planned = plannedOf(known, form, schema, document, operationName ?? '');
  if (!planned) return null;
  const { operation, fragments, root, requirements } = planned;
  const { permissions } = context.identity ?? {};
  // Whoever may not read all of it is told so at each place.
  if (requirements.some((required) => !permissions || !permits(permissions, required))) return null;
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs);
  if (errors) return null;
  try {
    return { told: await new Run({ schema, operation, fragments, variables: coerced, context }).whole(root) };
  } catch (error) {
    if (isUnanswered(error) || error instanceof TooLarge) throw error;
    if (error instanceof Unplannable) known.get(document)?.set(operationName ?? '', null);
    return null;
  }
}

function plannedOf(known: Plans, form: Form, schema: GraphQLSchema, document: DocumentNode, name: string) {
  let operations = known.get(document);
  if (!operations) known.set(document, (operations = new Map()));
  let planned = operations.get(name);
  if (planned === undefined) operations.set(name, (planned = planOf(schema, document, name, form)));
  return planned;
}

function planOf(schema: GraphQLSchema, document: DocumentNode, name: string, form: Form): Planned | null {
  const operation = getOperationAST(document, name || undefined);
  const type = schema.getQueryType();
  if (operation?.operation !== OperationTypeNode.QUERY || !type) return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  try {
    const root = new Plan(document, form).rowOf(type, [operation.selectionSet]);
    return { operation, fragments, root, requirements: requirementsOf(schema, document) };
  } catch (error) {
    if (error instanceof Unplannable) return null;
    throw error;
  }
}

function requirementsOf(schema: GraphQLSchema, document: DocumentNode): Requirement[] {
  const found: Requirement[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef();
        const requires = field && stampOf(field)?.requires;
        if (requires) found.push(requires);
      },
      Argument() {
        // Whether a variable gives anything is not known here; one who may not is not refused by this, only run elsewhere.
        const argument = types.getArgument();
        const requires = argument && requirementOf(argument);
        if (requires) found.push(requires);
      },
    }),
  );
  return found;
}
