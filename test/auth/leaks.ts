import { RESOURCES, type Resource } from '../../src/auth/permissions.js';
import type { TestResponse } from '../support/service.js';
import type { LimitedKey } from './marked-service.js';
import { marksIn } from './resource-markers.js';

/**
 * Returns the marks (`resource-markers.ts`) in the body, in the cursor of the Link header, and in the Location header.
 */
function marksOf({ body, headers }: TestResponse): Map<Resource, string> {
  const link = /\?(.*)>/.exec(headers.get('Link') ?? '')?.[1];
  const cursor = new URLSearchParams(link).get('cursor');
  return marksIn({ body: body as unknown, cursor, location: headers.get('Location') });
}

/**
 * Records the marks that a key receives without permission, server errors in responses to a key, and the resources
 * whose marks the owner receives.
 */
export class Leaks {
  readonly found: string[] = [];
  private readonly seen = new Set<Resource>();

  recordKey({ name: key, lacks }: LimitedKey, request: string, response: TestResponse): void {
    if (response.status >= 500) this.found.push(`${key}: ${request}: ${response.status}`);
    for (const [resource, where] of marksOf(response)) {
      if (lacks.includes(resource)) this.found.push(`${key}: ${request}: ${resource} ${where}`);
    }
  }

  recordOwner(response: TestResponse): void {
    for (const resource of marksOf(response).keys()) this.seen.add(resource);
  }

  /** The resources whose marks occur in no response to the owner. For these resources, the test proves nothing. */
  get unseen(): Resource[] {
    return (Object.keys(RESOURCES) as Resource[]).filter((name) => !this.seen.has(name));
  }
}
