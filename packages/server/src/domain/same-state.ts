import { timingSafeEqual } from 'node:crypto';

/** Whether the state that came back is the one we made, told in a time that says nothing of how alike the two are. */
export function isSameState(given: string | undefined, made: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(made)];
  return a.length === b.length && timingSafeEqual(a, b);
}
