import { FAULT_LATENCY_MS_DEFAULT, FAULT_SECONDS_DEFAULT, type ManageInputOf } from '@switchyard/contract';
import { fail } from '../domain/failure.ts';
import type { NewSimulatedFault } from '../workflows/simulate-faults.ts';
import type { ManageHandler } from './operation.ts';
import { presentTestFault } from './present-test-fault.ts';
import { NOT_SIMULATED, simulatedProvider } from './simulated-provider.ts';

type Wish = ManageInputOf<'testFaults.create'>['body'];

export const createTestFault: ManageHandler<'testFaults.create'> = {
  kind: 'planned',
  async plan({ deps, environment }, { params: { id }, body }) {
    const at = await simulatedProvider(deps, environment, id);
    if (!at.ok) return at;
    const meaningless = meaninglessIn(body);
    if (meaningless !== undefined) {
      const vars = { fault: body.fault };
      return fail('invalid_request', 'test_fault.meaningless', { param: meaningless, vars });
    }
    const made = await deps.workflows.simulators.add(at.value, faultOf(body));
    const output = made && presentTestFault(id, made);
    if (output === undefined) return NOT_SIMULATED;
    const audit = { subject: id, summary: { ...body } };
    return { ok: true, value: { write: async () => ({ ok: true, value: { output, audit } }) } };
  },
};

const WEBHOOKS = /^webhooks_/;

function meaninglessIn({ fault, path, latencyMs }: Wish): 'path' | 'latencyMs' | undefined {
  if (latencyMs !== undefined && fault !== 'latency') return 'latencyMs';
  return path !== undefined && WEBHOOKS.test(fault) ? 'path' : undefined;
}

function faultOf({
  fault,
  path,
  latencyMs,
  calls,
  seconds = FAULT_SECONDS_DEFAULT,
}: Wish): NewSimulatedFault {
  return {
    kind: WEBHOOKS.test(fault) ? 'webhook' : 'call',
    fault: fault.replace(WEBHOOKS, ''),
    path,
    latencyMs: fault === 'latency' ? (latencyMs ?? FAULT_LATENCY_MS_DEFAULT) : undefined,
    times: calls,
    forMs: seconds * 1_000,
  };
}
