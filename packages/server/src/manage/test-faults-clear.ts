import type { ManageHandler } from './operation.ts';
import { NOT_SIMULATED, simulatedProvider } from './simulated-provider.ts';

export const clearTestFaults: ManageHandler<'testFaults.clear'> = {
  kind: 'planned',
  async plan({ deps, environment }, { params: { id } }) {
    const at = await simulatedProvider(deps, environment, id);
    if (!at.ok) return at;
    const faults = await deps.workflows.simulators.list(at.value);
    if (faults === undefined || (await deps.workflows.simulators.clear(at.value)) === undefined)
      return NOT_SIMULATED;
    const cleared = faults.length;
    const output = { object: 'test_fault_clearance', connection: id, cleared } as const;
    const audit = { subject: id, summary: { cleared } };
    return { ok: true, value: { write: async () => ({ ok: true, value: { output, audit } }) } };
  },
};
