/**
 * The audit log's entries and the chain they form. An entry is hashed as it is stored: the hash before, its place in the
 * chain and its text. So whoever alters, removes or slips in one breaks every hash behind it.
 */
import { createHash } from 'node:crypto';
import type { Role } from '@switchyard/contract';
import { canonicalJson, type JsonValue } from '@switchyard/engine';
import type { Caller } from './caller.ts';

export interface AuditActor {
  readonly type: 'operator' | 'token' | 'system';
  readonly id?: string;
  readonly role?: Role;
}

/** What a change leaves behind. `summary` says what changed, without secrets and without personal data. */
export interface AuditRecord {
  readonly id: string;
  /** The operation's name. */
  readonly action: string;
  readonly actor: AuditActor;
  readonly environment?: string;
  readonly subject: string;
  readonly summary: AuditSummary;
  readonly requestId?: string;
  readonly createdAt: Date;
}

export type AuditSummary = Readonly<Record<string, JsonValue>>;

/** An entry in its place. */
export interface AuditEntry extends AuditRecord {
  readonly sequence: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export interface AuditLink {
  readonly sequence: number;
  readonly body: string;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export const FIRST_HASH = createHash('sha256').digest();

export function actorOf(caller: Caller): AuditActor {
  return caller.kind === 'token'
    ? { type: 'token', id: caller.id, role: caller.role }
    : { type: 'operator', id: caller.operator.id, role: caller.role };
}

/** The text that is stored and hashed. */
export function auditBody({ createdAt, actor, ...record }: AuditRecord): string {
  return canonicalJson({ ...record, actor: { ...actor }, createdAt: createdAt.toISOString() });
}

/** The inverse of `auditBody`. */
export function readAuditBody(body: string): AuditRecord {
  // `auditBody` is the only writer of what is read here.
  const { createdAt, ...record } = JSON.parse(body) as Omit<AuditRecord, 'createdAt'> & { createdAt: string };
  return { ...record, createdAt: new Date(createdAt) };
}

/** What a change comes to: each field that differs, from what to what. */
export function changesBetween(from: AuditSummary, to: AuditSummary): AuditSummary {
  const changed = Object.keys(to).filter(
    (name) => canonicalJson(from[name] ?? null) !== canonicalJson(to[name] ?? null),
  );
  return Object.fromEntries(
    changed.map((name) => [name, { from: from[name] ?? null, to: to[name] ?? null }]),
  );
}

export type ChainProblem = 'missing' | 'altered';

/** What is wrong with the link that stands behind `before`; undefined when nothing is. */
export function checkLink(
  before: { readonly sequence: number; readonly hash: Buffer },
  link: AuditLink,
): ChainProblem | undefined {
  if (link.sequence !== before.sequence + 1) return 'missing';
  const expected = auditHash(before.hash, link.sequence, link.body);
  return link.previousHash.equals(before.hash) && link.hash.equals(expected) ? undefined : 'altered';
}

export function auditHash(previous: Buffer, sequence: number, body: string): Buffer {
  return createHash('sha256').update(previous).update(`${sequence}\n${body}`).digest();
}
