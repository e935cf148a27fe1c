/**
 * What it takes to get from what an environment has to what a file says: pure, so that the plan a person sees and the
 * change that is made are of one piece. What the file does not mention stays, unless it is to be pruned. A connection is
 * never deleted, because payments refer to it: it is disabled, and a disabled one that no file mentions is gone.
 */
import { CAPABILITY_IDS } from '@switchyard/engine';
import type { ConfigProblem } from './config-problem.ts';
import type { ConnectionConfig, Restriction, RoutingConfig } from './routing-config.ts';

export interface ConfigChange {
  /** `keep`: the environment has it, the file has not, and nothing was to be removed. */
  readonly action: 'create' | 'update' | 'remove' | 'keep';
  /** `order`: that of the connections. */
  readonly subject: 'policy' | 'connection' | 'order' | 'rate' | 'restriction' | 'webhook';
  readonly key: string;
  readonly fields: readonly FieldChange[];
}

/** Values as JSON; null where there is none. */
export interface FieldChange {
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface ConfigPlan {
  readonly changes: readonly ConfigChange[];
  /** What the environment has afterwards. */
  readonly target: RoutingConfig;
}

/** `current` is undefined for an environment that has nothing yet. */
export function planChange(
  current: RoutingConfig | undefined,
  wanted: RoutingConfig,
  { prune }: { readonly prune: boolean },
): ConfigPlan {
  const connections = planList('connection', current?.connections ?? [], wanted.connections, prune, keyOf);
  const rates = planList('rate', current?.fx ?? [], wanted.fx, prune, ({ from, to }) => `${from} → ${to}`);
  const restrictions = planList(
    'restriction',
    current?.coverage.restrictions ?? [],
    wanted.coverage.restrictions.map(inOrder),
    prune,
    ({ institution, rail }) => `${institution} ${rail}`,
  );
  const webhooks = planWebhooks(current, wanted, prune);
  const pruned = (current?.connections ?? []).filter(
    ({ key }) => !connections.target.some((connection) => connection.key === key),
  );
  const disabled = pruned.map((gone) => ({ ...gone, status: 'disabled' as const }));
  const arranged = arrange((current?.connections ?? []).map(keyOf), wanted.connections.map(keyOf), [
    ...connections.target,
    ...disabled,
  ]);
  return {
    changes: [
      ...planPolicy(current, wanted),
      ...connections.changes,
      ...planOrder(current?.connections ?? [], arranged),
      ...rates.changes,
      ...restrictions.changes,
      ...webhooks.changes,
    ],
    target: {
      policy: wanted.policy,
      connections: arranged,
      fx: rates.target,
      coverage: { restrictions: restrictions.target },
      ...(webhooks.target === undefined ? {} : { webhooks: webhooks.target }),
    },
  };
}

/** As the file has them. One that it does not mention stays behind the one it stood behind, so a part of a file moves nothing. */
function arrange(
  before: readonly string[],
  wanted: readonly string[],
  all: readonly ConnectionConfig[],
): readonly ConnectionConfig[] {
  const keys = [...wanted];
  for (const [at, key] of before.entries()) {
    if (keys.includes(key)) continue;
    const neighbour = before[at - 1];
    keys.splice(neighbour === undefined ? 0 : keys.indexOf(neighbour) + 1, 0, key);
  }
  return all.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}

/** Whether those that were there before stand in another order; where new ones stand is told by themselves. */
function planOrder(
  current: readonly ConnectionConfig[],
  target: readonly ConnectionConfig[],
): readonly ConfigChange[] {
  const before = current.map(keyOf);
  const after = target.map(keyOf).filter((key) => before.includes(key));
  const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
  if (from === to) return [];
  return [{ action: 'update', subject: 'order', key: 'connections', fields: [{ path: 'order', from, to }] }];
}

/** A file without the section leaves them alone, pruned or not: most are not made by files. */
function planWebhooks(current: RoutingConfig | undefined, wanted: RoutingConfig, prune: boolean) {
  if (wanted.webhooks === undefined) return { changes: [], target: current?.webhooks };
  return planList(
    'webhook',
    current?.webhooks ?? [],
    wanted.webhooks,
    prune,
    ({ url }) => url,
    () => false,
  );
}

/** What a file may not ask for in this environment, though it is right by itself. */
export function checkAgainst(
  current: RoutingConfig | undefined,
  wanted: RoutingConfig,
): readonly ConfigProblem[] {
  return wanted.connections.flatMap(({ key, rail }, index) => {
    const before = current?.connections.find((connection) => connection.key === key);
    if (before === undefined || before.rail === rail) return [];
    const problem = `Was ${before.rail} here; a connection stays with its rail. Give this one another key.`;
    return [{ path: `connections[${index}].rail`, problem }];
  });
}

const keyOf = ({ key }: ConnectionConfig) => key;

/** As the store keeps them; in a restriction their order means nothing. */
function inOrder(restriction: Restriction): Restriction {
  return { ...restriction, operations: CAPABILITY_IDS.filter((id) => restriction.operations.includes(id)) };
}

function planPolicy(current: RoutingConfig | undefined, wanted: RoutingConfig): readonly ConfigChange[] {
  if (current === undefined) return [{ action: 'create', subject: 'policy', key: 'policy', fields: [] }];
  const fields = fieldChanges(current.policy, wanted.policy);
  return fields.length === 0 ? [] : [{ action: 'update', subject: 'policy', key: 'policy', fields }];
}

function planList<T extends object>(
  subject: ConfigChange['subject'],
  current: readonly T[],
  wanted: readonly T[],
  prune: boolean,
  nameOf: (item: T) => string,
  isGone: (item: T) => boolean = isDisabled,
): { readonly changes: readonly ConfigChange[]; readonly target: readonly T[] } {
  const before = new Map(current.map((item) => [nameOf(item), item]));
  const named = new Set(wanted.map(nameOf));
  const changes = wanted.flatMap((item): readonly ConfigChange[] => {
    const key = nameOf(item);
    const old = before.get(key);
    if (old === undefined) return [{ action: 'create', subject, key, fields: [] }];
    const fields = fieldChanges(old, item);
    return fields.length === 0 ? [] : [{ action: 'update', subject, key, fields }];
  });
  const unnamed = current.filter((item) => !named.has(nameOf(item)));
  const left = unnamed.filter((item) => !isGone(item));
  const action = prune ? 'remove' : 'keep';
  return {
    changes: [
      ...changes,
      ...left.map((item) => ({ action, subject, key: nameOf(item), fields: [] }) as const),
    ],
    target: [...wanted, ...(prune ? [] : unnamed)],
  };
}

/** A disabled connection that the file does not mention is no longer there. */
function isDisabled(item: object): boolean {
  return 'status' in item && item.status === 'disabled';
}

export function fieldChanges(from: object, to: object): readonly FieldChange[] {
  return compare(comparable(from), comparable(to), '');
}

/** Contracts by their keys, whatever their order. Credentials are compared by whoever can open them. */
function comparable(item: object): object {
  if (!('contracts' in item)) return item;
  // Only a connection has contracts.
  const { credentials: _, contracts, ...rest } = item as ConnectionConfig;
  return { ...rest, contracts: Object.fromEntries(contracts.map(({ key, ...terms }) => [key, terms])) };
}

function compare(from: unknown, to: unknown, path: string): readonly FieldChange[] {
  if (isGroup(from) && isGroup(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)]);
    return [...names].flatMap((name) =>
      compare(from[name], to[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(from) && Array.isArray(to) && [...from, ...to].every(isGroup)) {
    const length = Math.max(from.length, to.length);
    return Array.from({ length }, (_, at) => compare(from[at], to[at], `${path}[${at}]`)).flat();
  }
  const [before, after] = [textOf(from), textOf(to)];
  return before === after ? [] : [{ path, from: before, to: after }];
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
