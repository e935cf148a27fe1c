/** Which operations a key's scopes cover. */
import type { Operation } from '@switchyard/contract';

export function covers(scopes: readonly string[], operation: Operation): boolean {
  return scopes.some(
    (scope) =>
      scope === 'full' ||
      (scope === 'read' && operation.readOnly) ||
      (scope === 'decide' && operation.decide) ||
      scope === operation.name,
  );
}
