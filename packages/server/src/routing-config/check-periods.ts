import { periodAt } from '../domain/contract-period.ts';
import type { Routing } from '../domain/routing.ts';
import { usedBetween } from '../domain/used-between.ts';
import type { ConfigProblem } from './config-problem.ts';
import { knownContract } from './known-contract.ts';
import type { RoutingConfig } from './routing-config.ts';

/**
 * The contracts whose period may not change yet. What the new period would have seen is known as long as the running one did not begin
 * before it: from month to quarter all is carried over, and in January from year to month too. Later in the year nobody
 * knows which part of the year's count is this month's.
 */
export function checkPeriods(
  routing: Pick<Routing, 'connections' | 'contracts' | 'usage'>,
  { connections }: RoutingConfig,
  now: Date,
): readonly ConfigProblem[] {
  return connections.flatMap(({ key, contracts }, at) => {
    const stored = routing.connections.find(({ configKey }) => configKey === key);
    const own = routing.contracts.filter(({ connectionId }) => connectionId === stored?.id);
    return contracts.flatMap((contract, index) => {
      const known = knownContract(own, contract);
      if (known === undefined) return [];
      const { period } = known.body;
      const before = { start: periodAt(period, now).start, end: periodAt(contract.period, now).start };
      const used = usedBetween(routing.usage, known.id, before);
      if (used === 0n) return [];
      return [
        {
          path: `connections[${at}].contracts[${index}].period`,
          problem: `${used} were counted in this ${period}, and how much of that in this ${contract.period} is not known. Change it in the first ${contract.period} of a ${period}, or give the contract another key: it then counts from zero.`,
          isConflict: true,
        },
      ];
    });
  });
}
