import type { LogEntry } from './walk-log.ts';

/** What is wrong with what a reader saw, given everything that was written. All zero or empty is a perfect walk. */
export interface WalkAudit {
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  /** Seen, but never acknowledged to any writer. */
  readonly unexpected: readonly string[];
  /** Entries whose number is not above the one before. */
  readonly disorders: number;
  /** Numbers left out, from 1 on. */
  readonly gaps: number;
}

export function auditWalk(entries: readonly LogEntry[], written: ReadonlySet<string>): WalkAudit {
  const seen = new Set<string>();
  const repeated: string[] = [];
  let disorders = 0;
  let gaps = 0;
  let last = 0;
  for (const { subject, sequence } of entries) {
    if (seen.has(subject)) repeated.push(subject);
    seen.add(subject);
    if (sequence <= last) disorders += 1;
    else gaps += sequence - last - 1;
    last = Math.max(last, sequence);
  }
  return {
    lost: [...written.difference(seen)],
    repeated,
    unexpected: [...seen.difference(written)],
    disorders,
    gaps,
  };
}

/** The audit in words; nothing when the walk was perfect. */
export function describeAudit(audit: WalkAudit): readonly string[] {
  const { lost, repeated, unexpected, disorders, gaps } = audit;
  return [
    ...(lost.length > 0 ? [`lost ${lost.length} entries, such as ${lost[0]}`] : []),
    ...(repeated.length > 0 ? [`saw ${repeated.length} entries twice, such as ${repeated[0]}`] : []),
    ...(unexpected.length > 0
      ? [`saw ${unexpected.length} entries nobody wrote, such as ${unexpected[0]}`]
      : []),
    ...(disorders > 0 ? [`saw ${disorders} entries out of order`] : []),
    ...(gaps > 0 ? [`missed ${gaps} numbers`] : []),
  ];
}
