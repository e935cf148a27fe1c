/**
 * For what cannot be false unless our own code is wrong; it stays on in production. Never for input from
 * outside: that gets a Result, because a stranger must not be able to make us throw.
 */
export function invariant(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${sentence}`);
}
