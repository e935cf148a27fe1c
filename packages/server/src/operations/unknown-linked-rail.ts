import type { DecisionRequest, Snapshot } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';

/**
 * Where a request names a rail that does not exist, as a dotted path. Such a name could be anything, an account's number
 * too, and would be kept with the decision.
 */
export function unknownLinkedRail(
  rails: readonly RailListing[],
  { connections }: Snapshot,
  request: DecisionRequest,
): string | undefined {
  const isKnown = (name: string) =>
    rails.some(({ id }) => id === name) || connections.some(({ rail }) => rail === name);
  for (const side of ['payer', 'payee'] as const) {
    const at = request[side]?.linkedRails?.findIndex((name) => !isKnown(name)) ?? -1;
    if (at >= 0) return `${side}.linkedRails.${at}`;
  }
  return undefined;
}
