/**
 * Lines of the request log that wait to be written, for each environment in the order in which they came. There is room for a bounded
 * number, of which one environment may hold half: what cannot be written of one leaves room for the others.
 */
import type { LoggedRequest } from '../domain/logged-request.ts';

export const WAITING_MAX = 20_000;
export const WAITING_OF_ONE_MAX = WAITING_MAX / 2;

export interface WaitingLines {
  /** How many now wait in its environment; undefined when there was no room for it. */
  add(environmentId: string, line: LoggedRequest): number | undefined;
  /** The oldest of an environment. They stay, and count, until they are removed. */
  oldest(environmentId: string, max: number): readonly LoggedRequest[];
  remove(environmentId: string, count: number): void;
  /** The environments in which so many wait. */
  withAtLeast(count: number): readonly string[];
  count(): number;
}

export function createWaitingLines(): WaitingLines {
  const waiting = new Map<string, LoggedRequest[]>();
  let total = 0;
  return {
    add(environmentId, line) {
      const lines = waiting.get(environmentId) ?? [];
      if (total >= WAITING_MAX || lines.length >= WAITING_OF_ONE_MAX) return undefined;
      total += 1;
      if (lines.push(line) === 1) waiting.set(environmentId, lines);
      return lines.length;
    },
    oldest: (environmentId, max) => waiting.get(environmentId)?.slice(0, max) ?? [],
    remove(environmentId, count) {
      const lines = waiting.get(environmentId) ?? [];
      total -= lines.splice(0, count).length;
      if (lines.length === 0) waiting.delete(environmentId);
    },
    withAtLeast: (count) => [...waiting].filter(([, lines]) => lines.length >= count).map(([id]) => id),
    count: () => total,
  };
}
