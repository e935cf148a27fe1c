import { invariant, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { changesBetween } from '../domain/manage/audit.ts';
import { lockConnection } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import { readPricing } from '../store/routing.ts';
import { changeConfigured } from './change-configured.ts';
import type { ManageHandler } from './operation.ts';
import { auditedContract, presentContract } from './present-price-list.ts';

export const updateContract: ManageHandler<'contracts.update'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { params: { id }, body }) {
    await lockRouting(tx);
    const pricing = await readPricing(tx);
    const contract = pricing.contracts.find((one) => one.id === id);
    const connection = pricing.connections.find((one) => one.id === contract?.connectionId);
    if (contract === undefined || connection === undefined)
      return fail('not_found', 'contract.not_found', { param: 'id' });
    // All of the connection is written anew: what is noted about it meanwhile has to be there when it is read.
    await lockConnection(tx, connection.id);
    const before = presentContract(pricing, contract, now);
    if (!before.inUse) return fail('state_conflict', 'contract.unused', { param: 'id' });
    const { commitment, ...terms } = body;
    let place = -1;
    const changed = await changeConfigured(
      { deps, environment, now },
      tx,
      connection.configKey,
      (current) => {
        invariant(current !== undefined, 'a contract is of a connection');
        place = current.contracts.findIndex(({ key }) => key === before.key);
        const contracts = current.contracts.map(({ commitment: promised, ...agreed }, at) => {
          const next = at !== place || commitment === undefined ? promised : (commitment ?? undefined);
          return {
            ...agreed,
            ...(at === place ? terms : {}),
            ...(next === undefined ? {} : { commitment: next }),
          };
        });
        return { ok: true, value: { ...current, contracts } };
      },
    );
    if (!changed.ok) return withinContract(changed.error, place);
    const after = await readPricing(tx);
    const written = after.contracts.find((one) => one.id === id);
    invariant(written !== undefined, 'a contract that was written is there');
    const summary = changesBetween(auditedContract(contract), auditedContract(written));
    const output = presentContract(after, written, now);
    return { ok: true, value: { output, audit: { subject: id, summary } } };
  },
};

/** The caller knows one contract, and not its place among those of the connection. */
function withinContract({ param, ...failure }: Failure, place: number): Result<never, Failure> {
  const prefix = `contracts[${place}].`;
  if (param === undefined) return { ok: false, error: failure };
  return {
    ok: false,
    error: { ...failure, param: param.startsWith(prefix) ? param.slice(prefix.length) : param },
  };
}
