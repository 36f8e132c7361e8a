import type { Identity } from '../../auth/identity.js';
import { AuditActor } from './audit.enums.js';

/** Originator of an audit event, with the network of the client. */
export interface Actor {
  kind: AuditActor;
  keyId?: string;
  /** IPv4 address or IPv6 /64 network; absent or empty if unknown. */
  network?: string;
}

/** The operator, who uses the service on the command line. */
export const OPERATOR: Actor = { kind: AuditActor.operator };

/** A client that is not signed in. */
export const visitor = (network: string): Actor => ({ kind: AuditActor.visitor, network });

export function actorOf({ kind, keyId, network }: Identity): Actor {
  return { kind: AuditActor[kind], keyId, network: network?.() };
}
