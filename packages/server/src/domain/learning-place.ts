/**
 * Where an outcome is learnt: for its operation always, for its country where the connection serves it, for its bank where
 * the snapshot knows it. What a caller writes into a report is not verified, so it alone never makes a new cell: there are
 * at most as many as there are operations, countries and banks configured.
 */
import type { CapabilityId, Snapshot, SnapshotConnection } from '@switchyard/engine';

export interface LearningPlace {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly country?: string;
  readonly institution?: string;
}

export interface ReportedPlace {
  readonly operation: CapabilityId;
  readonly country: string;
  readonly institution?: string | undefined;
}

export function offersOperation(
  snapshot: Snapshot,
  connection: SnapshotConnection,
  operation: CapabilityId,
): boolean {
  return (
    isOpen(connection.operations, operation) &&
    capabilitiesOf(snapshot, connection.rail).some(({ id }) => id === operation)
  );
}

export function learningPlace(
  snapshot: Snapshot,
  connection: SnapshotConnection,
  { operation, country, institution }: ReportedPlace,
): LearningPlace {
  const { rail } = connection;
  const isServed =
    isOpen(connection.countries, country) &&
    capabilitiesOf(snapshot, rail).some(
      ({ id, countries }) => id === operation && isOpen(countries, country),
    );
  if (!isServed) return { rail, operation };
  const isCovered = snapshot.coverage.some(
    (bank) => bank.institution === institution && bank.country === country,
  );
  return institution !== undefined && isCovered
    ? { rail, operation, country, institution }
    : { rail, operation, country };
}

function capabilitiesOf({ rails }: Snapshot, rail: string): Snapshot['rails'][number]['capabilities'] {
  return rails.find(({ id }) => id === rail)?.capabilities ?? [];
}

/** An empty list means that nothing is narrowed. */
function isOpen<T>(list: readonly T[], value: T): boolean {
  return list.length === 0 || list.includes(value);
}
