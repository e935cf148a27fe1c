/**
 * Decides a batch and answers a hash of all the bytes. This file and what it imports run in Node and in a browser alike:
 * nothing here may know where it is.
 */
import {
  compile,
  type DecisionContext,
  type DecisionRequest,
  digestOf,
  type JsonObject,
  presentDecision,
  type Snapshot,
} from '@switchyard/engine';

/** Several questions to one snapshot, because an engine remembers what it worked out for an earlier one. */
export interface Group {
  readonly snapshot: Snapshot;
  readonly questions: readonly { readonly request: DecisionRequest; readonly context: DecisionContext }[];
}

/** `backwards` asks in the opposite order, which must make no difference. */
export type Order = 'forwards' | 'backwards';

export interface BatchResult {
  /** SHA-256, by the platform, of all lines. */
  readonly hash: string;
  readonly bytes: number;
  /** How often each approach was taken, and how often there was no route: proof that the questions say something. */
  readonly tally: Readonly<Record<string, number>>;
}

export async function decideBatch(groups: readonly Group[], order: Order): Promise<BatchResult> {
  const decided = groups.flatMap((group) => decideGroup(group, order));
  const tally: Record<string, number> = {};
  for (const { kind } of decided) tally[kind] = (tally[kind] ?? 0) + 1;
  const bytes = new TextEncoder().encode(decided.map(({ line }) => line).join('\n'));
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), hexByte).join('');
  return { hash, bytes: bytes.length, tally };
}

export interface Decided {
  readonly line: string;
  readonly kind: string;
}

/** The snapshot's digest and its decisions, in the order of the questions whatever the order they were asked in. */
export function decideGroup({ snapshot, questions }: Group, order: Order): readonly Decided[] {
  const { decide } = compile(snapshot);
  const turns = questions.map(({ request, context }) => (): Decided => {
    const decision = presentDecision(decide(request, context));
    return {
      line: JSON.stringify(decision),
      kind: decision.rail === undefined ? 'no_route' : decision.approach,
    };
  });
  // A snapshot is JSON; its interface merely lacks the index signature that JSON's type asks for.
  const digest = { line: digestOf(snapshot as unknown as JsonObject), kind: 'snapshots' };
  if (order === 'forwards') return [digest, ...turns.map((turn) => turn())];
  const backwards = turns.reverse().map((turn) => turn());
  return [digest, ...backwards.reverse()];
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
