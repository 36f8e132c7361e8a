import { Extensions } from 'type-graphql';
import type { Level, Requirement, Resource as ResourceName } from './permissions.js';

/** The kind of caller that a field without a resource requires. */
export type Caller = 'session' | 'any';

/** Declares the resource to which the rows of an object type, or the values of a filter or an order, belong. */
export function Resource(resource: ResourceName): ClassDecorator {
  return (target) => Extensions({ resource })(target);
}

/**
 * Requires a permission for a field. If the caller lacks the permission, the response has an error at the path of the
 * field, and the field is null (or, if the field is non-null, its nearest nullable ancestor or the whole data). For an
 * argument, the permission is required only in requests that set the argument.
 */
export function Requires(resource: ResourceName, level: Exclude<Level, 'none'>): MethodDecorator & PropertyDecorator {
  const requires: Requirement = { resource, level };
  return Extensions({ requires });
}

/** Requires a session for a root field; API keys are rejected, even with all permissions. */
export function SessionOnly(): MethodDecorator {
  return requireCaller('session');
}

/** Requires a session or any API key for a root field, even a key without permissions. */
export function AnyCaller(): MethodDecorator {
  return requireCaller('any');
}

function requireCaller(caller: Caller): MethodDecorator {
  return Extensions({ caller });
}
