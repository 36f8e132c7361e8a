import { RESOURCES, type Resource } from '../../src/auth/permissions.js';
import type { TestResponse } from '../support/service.js';
import type { LimitedKey } from './marked-service.js';
import { marksIn } from './resource-markers.js';

/** The marks in a response, including what its headers link to. */
function shown({ body, headers }: TestResponse): Map<Resource, string> {
  const link = /\?(.*)>/.exec(headers.get('Link') ?? '')?.[1];
  const cursor = new URLSearchParams(link).get('cursor');
  return marksIn({ body: body as unknown, cursor, location: headers.get('Location') });
}

/** Records marks that keys see without permission, and marks that the owner sees. */
export class Leaks {
  readonly found: string[] = [];
  private readonly seen = new Set<Resource>();

  recordKey({ name: key, lacks }: LimitedKey, question: string, response: TestResponse): void {
    if (response.status >= 500) this.found.push(`${key}: ${question}: ${response.status}`);
    for (const [resource, where] of shown(response)) {
      if (lacks.includes(resource)) this.found.push(`${key}: ${question}: ${resource} ${where}`);
    }
  }

  recordOwner(response: TestResponse): void {
    for (const resource of shown(response).keys()) this.seen.add(resource);
  }

  /** Resources without a mark in the owner's response, for which the comparison proves nothing. */
  get unseen(): Resource[] {
    return (Object.keys(RESOURCES) as Resource[]).filter((name) => !this.seen.has(name));
  }
}
