import { Extensions } from 'type-graphql';
import type { Level, Requirement, Resource as ResourceName } from './permissions.js';

/** Who may use a field that belongs to no resource. */
export type Caller = 'session' | 'anyone known';

/** Says to which resource the rows of an object type belong, or those that a filter or an order speaks of. */
export function Resource(resource: ResourceName): ClassDecorator {
  return (target) => Extensions({ resource })(target);
}

/**
 * Guards a field: the caller needs this level on this resource, or gets null and the error of the contract at its path.
 * Guards an argument alike: the field is so for whoever gives it.
 */
export function Requires(resource: ResourceName, level: Exclude<Level, 'none'>): MethodDecorator & PropertyDecorator {
  const requires: Requirement = { resource, level };
  return (target: object, key: string | symbol) => {
    Extensions({ requires })(target, key as string, undefined as never);
  };
}

/** Guards a root field: only a session may use it, whatever a key is allowed. */
export function SessionOnly(): MethodDecorator {
  return stamp('session');
}

/** Guards a root field: a session and any key may use it, one without permissions as well. */
export function AnyCaller(): MethodDecorator {
  return stamp('anyone known');
}

function stamp(caller: Caller): MethodDecorator {
  return (target, key) => {
    Extensions({ caller })(target, key as string, undefined as never);
  };
}
