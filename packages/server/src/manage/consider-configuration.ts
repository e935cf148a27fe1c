/**
 * A file against an environment: all that is wrong with it, or what applying it would change. Secrets come apart from the
 * file, by the references in it; they are compared with what is sealed, and neither is ever told.
 */
import { type Coverage, digestOf, err, type JsonValue, ok, type Result } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import type { Routing } from '../domain/routing.ts';
import type { WebhookEndpoint } from '../domain/webhooks/endpoint.ts';
import { checkEndpointUrl } from '../domain/webhooks/endpoint-url.ts';
import { checkPeriods } from '../routing-config/check-periods.ts';
import { configOfRouting } from '../routing-config/config-of-routing.ts';
import type { ConfigProblem } from '../routing-config/config-problem.ts';
import { coverageOf } from '../routing-config/coverage-of.ts';
import { loadKnownInstitutions } from '../routing-config/known-institutions.ts';
import { type ConfigChange, checkAgainst, planChange } from '../routing-config/plan-change.ts';
import { readRoutingConfig } from '../routing-config/read-routing-config.ts';
import type { RoutingConfig } from '../routing-config/routing-config.ts';
import { findCredentials } from '../store/credentials.ts';
import { listAllEndpoints } from '../store/webhook-endpoints.ts';
import type { ManageDeps } from './operation.ts';

export interface Proposal {
  readonly text: string;
  readonly prune: boolean;
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface Considered {
  readonly changes: readonly ConfigChange[];
  readonly target: RoutingConfig;
  /** Those that are there. */
  readonly endpoints: readonly WebhookEndpoint[];
  /** Which rails reach which bank by the file alone. */
  readonly coverage: readonly Coverage[];
  /** New credentials, by the key of their connection. */
  readonly credentials: ReadonlyMap<string, Credentials>;
  /** Of what is, what is to be and what changes; of secrets only whether they do. */
  readonly digest: string;
}

export type Credentials = Readonly<Record<string, string>>;

export async function considerConfiguration(
  deps: ManageDeps,
  environment: Environment,
  routing: Routing | undefined,
  { text, prune, secrets = {} }: Proposal,
  now: Date,
): Promise<Result<Considered, readonly ConfigProblem[]>> {
  const read = readRoutingConfig(text, deps.rails);
  if (!read.ok) return read;
  const wanted = read.value;
  const endpoints = await listAllEndpoints(deps.db, environment.id);
  const current = routing === undefined ? undefined : configOfRouting(routing, endpoints);
  const given = followReferences(deps, wanted, secrets);
  const problems = [
    ...checkAgainst(current, wanted),
    ...(routing === undefined ? [] : checkPeriods(routing, wanted, now)),
    ...given.problems,
    ...checkWebhooks(wanted, environment),
  ];
  if (problems.length > 0) return err(problems);
  const { changes: planned, target } = planChange(current, wanted, { prune });
  const coverage = coverageOf(
    banksKnownTo(routing),
    target.connections,
    deps.rails,
    target.coverage.restrictions,
  );
  const pointless = checkRestrictions(wanted, coverage);
  if (pointless.length > 0) return err(pointless);
  const credentials = await newCredentials(deps, environment.id, routing, given.credentials);
  const changes = withCredentials(planned, credentials);
  // Every member is plain JSON; interfaces merely lack the index signature that JsonValue asks for.
  const content = { current: current ?? null, target, changes } as unknown as JsonValue;
  return ok({
    changes,
    target,
    endpoints,
    coverage,
    credentials: new Map(credentials),
    digest: digestOf(content),
  });
}

function checkWebhooks({ webhooks = [] }: RoutingConfig, { mode }: Environment): readonly ConfigProblem[] {
  return webhooks.flatMap(({ url }, index) =>
    checkEndpointUrl(url, mode) === undefined
      ? []
      : [{ path: `webhooks[${index}].url`, problem: 'Must be https in a live environment.' }],
  );
}

/** Those we ship, and those that providers' directories have brought. */
export function banksKnownTo(routing: Routing | undefined): readonly Bank[] {
  const found = (routing?.coverage ?? []).map(({ institution, country }) => ({ id: institution, country }));
  return [...new Map([...loadKnownInstitutions(), ...found].map((bank) => [bank.id, bank])).values()];
}

type Bank = Parameters<typeof coverageOf>[0][number];

/** A restriction that restricts nobody is a mistake: most likely in the name of the bank. */
function checkRestrictions(
  { coverage: { restrictions } }: RoutingConfig,
  coverage: readonly Coverage[],
): readonly ConfigProblem[] {
  const reached = new Set(
    coverage.flatMap(({ institution, rails }) => rails.map(({ rail }) => `${institution} ${rail}`)),
  );
  return restrictions.flatMap(({ institution, rail }, index) =>
    reached.has(`${institution} ${rail}`)
      ? []
      : [
          {
            path: `coverage.restrictions[${index}]`,
            problem: `The bank is not known here, or ${rail} does not reach it anyway.`,
          },
        ],
  );
}

function followReferences(deps: ManageDeps, { connections }: RoutingConfig, secrets: Credentials) {
  const credentials = new Map<string, Credentials>();
  const problems = connections.flatMap(({ key, rail, credentials: references }, index): ConfigProblem[] => {
    if (references === undefined) return [];
    const path = `connections[${index}].credentials`;
    const missing = Object.entries(references).filter(([, reference]) => !Object.hasOwn(secrets, reference));
    if (missing.length > 0) {
      return missing.map(([field, reference]) => ({
        path: `${path}.${field}`,
        problem: `What ${reference} stands for was not sent along.`,
      }));
    }
    const values = Object.fromEntries(
      Object.entries(references).map(([field, reference]) => [field, secrets[reference] ?? '']),
    );
    credentials.set(key, values);
    const wrong = deps.workflows.caller.problemsOf(rail, values);
    if (wrong === undefined)
      return [{ path, problem: `There is no adapter for ${rail} that could call it.` }];
    return wrong.map(({ field, problem }) => ({
      path: field === '' ? path : `${path}.${field}`,
      problem: `Is not what ${rail} asks for: ${problem}.`,
    }));
  });
  return { credentials, problems };
}

/** Those that differ from what is sealed. */
async function newCredentials(
  deps: ManageDeps,
  environmentId: string,
  routing: Routing | undefined,
  given: ReadonlyMap<string, Credentials>,
): Promise<readonly (readonly [string, Credentials])[]> {
  const keys = await deps.keyring.of(environmentId);
  const compared = await Promise.all(
    [...given].map(async ([key, values]) => {
      const id = routing?.connections.find(({ configKey }) => configKey === key)?.id;
      const stored = id === undefined ? undefined : await findCredentials(deps.db, keys, id);
      return isSame(stored?.values, values) ? [] : [[key, values] as const];
    }),
  );
  return compared.flat();
}

function isSame(stored: unknown, given: Credentials): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const entries = Object.entries(stored);
  return (
    entries.length === Object.keys(given).length && entries.every(([name, value]) => given[name] === value)
  );
}

const SEALED = '"[sealed]"';

function withCredentials(
  planned: readonly ConfigChange[],
  credentials: readonly (readonly [string, Credentials])[],
): readonly ConfigChange[] {
  const field = { path: 'credentials', from: null, to: SEALED };
  const keys = new Set(credentials.map(([key]) => key));
  const isOf = (change: ConfigChange) => change.subject === 'connection' && keys.has(change.key);
  const told = new Set(planned.filter(isOf).map(({ key }) => key));
  return [
    ...planned.map((change) => (isOf(change) ? { ...change, fields: [...change.fields, field] } : change)),
    ...[...keys]
      .filter((key) => !told.has(key))
      .map((key) => ({ action: 'update', subject: 'connection', key, fields: [field] }) as const),
  ];
}
