import type { Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import { type Failure, fail } from '../domain/failure.ts';
import type { Routing } from '../domain/routing.ts';
import { reachOf } from '../routing-config/reach.ts';
import { policyReader } from '../routing-config/read-policy.ts';
import { readYaml } from '../routing-config/read-yaml.ts';
import type { PolicyConfig } from '../routing-config/routing-config.ts';

/** By the same rules as a policy in a configuration file. */
export function checkPolicy(
  rails: readonly RailListing[],
  { connections }: Pick<Routing, 'connections'>,
  policy: Readonly<Record<string, unknown>>,
): Result<PolicyConfig, Failure> {
  const connected = new Set(connections.map(({ rail }) => rail));
  const reaches = new Map(
    rails.filter(({ id }) => connected.has(id)).map((listing) => [listing.id, reachOf(listing)]),
  );
  // A file leaves out what is empty; here it may be written.
  const stated = Object.entries(policy).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  const read = readYaml(JSON.stringify(Object.fromEntries(stated)), policyReader(reaches));
  if (read.ok) return read;
  const [first] = read.error;
  const param = first === undefined || first.path === '' ? 'policy' : `policy.${first.path}`;
  return fail('invalid_request', 'policy.invalid', { param, vars: { problem: first?.problem ?? '' } });
}
