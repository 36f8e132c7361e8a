import { Extensions } from 'type-graphql';
import type { Level, Requirement, Resource as ResourceName } from './permissions.js';

/** Says to which resource the rows of an object type belong. */
export function Resource(resource: ResourceName): ClassDecorator {
  return (target) => Extensions({ resource })(target);
}

/** Guards a field: the caller needs this level on this resource, or gets null and the error of the contract at its path. */
export function Requires(resource: ResourceName, level: Exclude<Level, 'none'>): MethodDecorator & PropertyDecorator {
  const requires: Requirement = { resource, level };
  return (target: object, key: string | symbol) => {
    Extensions({ requires })(target, key as string, undefined as never);
  };
}
