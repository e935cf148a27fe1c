import type { ManageHandler } from './operation.ts';
import { presentTestFault } from './present-test-fault.ts';
import { NOT_SIMULATED, simulatedProvider } from './simulated-provider.ts';

export const listTestFaults: ManageHandler<'testFaults.list'> = {
  kind: 'read',
  async run({ deps, environment }, { params: { id } }) {
    const at = await simulatedProvider(deps, environment, id);
    if (!at.ok) return at;
    const faults = await deps.workflows.simulators.list(at.value);
    if (faults === undefined) return NOT_SIMULATED;
    return { ok: true, value: { data: faults.flatMap((fault) => presentTestFault(id, fault) ?? []) } };
  },
};
