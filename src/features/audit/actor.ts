import type { Identity } from '../../auth/identity.js';
import { AuditActor } from './audit.enums.js';

/** Who does something that the trail tells of, and from where. */
export interface Actor {
  kind: AuditActor;
  keyId?: string;
  /** An IPv4 address, or the /64 network of an IPv6 one; absent or empty where it is not known. */
  network?: string;
}

/** Whoever runs the service, by a command. */
export const OPERATOR: Actor = { kind: AuditActor.operator };

/** Somebody who is not signed in. */
export const visitor = (network: string): Actor => ({ kind: AuditActor.visitor, network });

export function actorOf({ kind, keyId, network }: Identity): Actor {
  return { kind: AuditActor[kind], keyId, network: network?.() };
}
