/** Names of requests: eight characters of time and fourteen of chance. They sort by time, and tell it. */
import { base62, base62Value } from './base62.ts';

const PREFIX = 'req_';
const TIME_CHARS = 8;

/** What the ids of one millisecond begin with: below all of them, and above those of every earlier one. */
export function requestIdAt(atMs: number): string {
  return `${PREFIX}${base62(Math.max(0, atMs).toString(16), TIME_CHARS)}`;
}

/** When the request arrived that this is the name of. */
export function timeOfRequestId(id: string): Date {
  return new Date(base62Value(id.slice(PREFIX.length, PREFIX.length + TIME_CHARS)));
}
