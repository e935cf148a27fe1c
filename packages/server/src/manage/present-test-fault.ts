import { CALL_FAULTS, WEBHOOK_FAULTS } from '@switchyard/contract';
import type { SimulatedFault } from '../workflows/simulate-faults.ts';
import type { Presented } from './operation.ts';

/** Undefined for a fault that a newer simulator knows and we do not. */
export function presentTestFault(
  connection: string,
  { kind, fault, path, latencyMs, times, endsAt }: SimulatedFault,
): Presented<'testFaults.create'> | undefined {
  const name =
    kind === 'call'
      ? CALL_FAULTS.find((known) => known === fault)
      : WEBHOOK_FAULTS.find((known) => known === `${WEBHOOKS}${fault}`);
  if (name === undefined) return undefined;
  return {
    object: 'test_fault',
    connection,
    fault: name,
    ...(path === undefined ? {} : { path }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(times === undefined ? {} : { callsLeft: times }),
    ...(endsAt === undefined ? {} : { endsAt }),
  };
}

const WEBHOOKS = 'webhooks_';
