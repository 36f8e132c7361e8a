import { RESOURCES, type Resource } from '../../src/auth/permissions.js';
import type { Answer } from '../support/service.js';
import type { BarredKey } from './marked.js';
import { marksIn } from './marks.js';

/** Marks that an answer shows, in its body and in what its headers refer to. */
function shown({ body, headers }: Answer): Map<Resource, string> {
  const link = /\?(.*)>/.exec(headers.get('Link') ?? '')?.[1];
  const cursor = new URLSearchParams(link).get('cursor');
  return marksIn({ body: body as unknown, cursor, location: headers.get('Location') });
}

/** What answers to keys show of what the keys lack, and what the owner sees. */
export class Leaks {
  readonly found: string[] = [];
  private readonly seen = new Set<Resource>();

  note({ name: key, lacks }: BarredKey, question: string, answer: Answer): void {
    if (answer.status >= 500) this.found.push(`${key}: ${question}: ${answer.status}`);
    for (const [resource, where] of shown(answer)) {
      if (lacks.includes(resource)) this.found.push(`${key}: ${question}: ${resource} ${where}`);
    }
  }

  noteOwner(answer: Answer): void {
    for (const resource of shown(answer).keys()) this.seen.add(resource);
  }

  /** Resources of which the owner saw no mark: nothing can be said of them. */
  get unseen(): Resource[] {
    return (Object.keys(RESOURCES) as Resource[]).filter((name) => !this.seen.has(name));
  }
}
