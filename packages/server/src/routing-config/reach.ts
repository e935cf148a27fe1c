/** What a rail can do and where, and what is left of it when a connection narrows it. */
import type { CapabilityId } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { Path, Problem } from './config-problem.ts';

export interface Reach {
  /** The rail's name, for sentences. */
  readonly name: string;
  readonly capabilities: readonly { readonly id: CapabilityId; readonly countries: readonly string[] }[];
  /** Empty when the rail is not bound to countries. */
  readonly countries: readonly string[];
  readonly schemes: readonly string[];
}

export function reachOf({ name, capabilities = [], countries, schemes }: RailListing): Reach {
  const offered = capabilities.filter(({ status }) => status !== 'planned');
  return { name, capabilities: offered, countries, schemes };
}

/** Empty lists narrow nothing. */
export function narrow(reach: Reach, operations: readonly string[], countries: readonly string[]): Reach {
  const stays = (country: string) => countries.length === 0 || countries.includes(country);
  return {
    ...reach,
    capabilities: reach.capabilities
      .filter(({ id }) => operations.length === 0 || operations.includes(id))
      .map(({ id, countries: at }) => ({ id, countries: at.filter(stays) }))
      .filter(({ countries: at }) => at.length > 0),
    countries: reach.countries.length === 0 ? countries : reach.countries.filter(stays),
  };
}

/** Whether any of the operations is offered in any of the countries; a list that is absent or empty asks for nothing. */
export function offers(
  reach: Reach,
  operations: readonly string[] = [],
  countries: readonly string[] = [],
): boolean {
  return narrow(reach, operations, countries).capabilities.length > 0;
}

/** Operations and countries that are each fine but never meet: one that none of the others goes with is a mistake. */
export function checkMeeting(
  reach: Reach,
  path: Path,
  operations: readonly CapabilityId[] = [],
  countries: readonly string[] = [],
): readonly Problem[] {
  if (reach.capabilities.length === 0) return [];
  const lonelyOperations = countries.length === 0 ? [] : operations;
  return [
    ...lonelyOperations.flatMap((operation, index) =>
      offers(reach, [operation], countries)
        ? []
        : [
            {
              path: [...path, 'operations', index],
              problem: `${reach.name} offers ${operation} in none of the countries given beside it.`,
            },
          ],
    ),
    ...countries.flatMap((country, index) =>
      offers(reach, operations, [country])
        ? []
        : [
            {
              path: [...path, 'countries', index],
              problem: `${reach.name} offers ${operations.length === 0 ? 'nothing' : 'none of the operations given beside it'} in ${country}.`,
            },
          ],
    ),
  ];
}
