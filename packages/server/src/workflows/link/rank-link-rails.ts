/** Which connections could link an account, best first, each with the engine's word on why it stands there. */
import {
  compile,
  type Decision,
  type Exclusion,
  explainKey,
  type Result,
  type SnapshotConnection,
} from '@switchyard/engine';
import type { Environment } from '../../domain/environment.ts';
import { type Failure, fail } from '../../domain/failure.ts';
import type { Institution, InstitutionReach } from '../../domain/institutions/institution.ts';
import type { LinkCandidate } from '../../domain/link-session/link-session.ts';
import { explain } from '../../messages/explain.ts';
import type { WorkflowDeps } from '../deps.ts';

export interface LinkWish {
  readonly country: string;
  readonly institution: Institution | undefined;
  /** Forces a rail. */
  readonly rail: string | undefined;
  readonly channel: 'web' | 'native';
}

/** Reading account details is what linking is for, so it is what a linking rail is judged by. */
export const LINK_OPERATION = 'banking.ais.account-details';

export async function rankLinkRails(
  deps: WorkflowDeps,
  environment: Environment,
  sessionId: string,
  wish: LinkWish,
): Promise<Result<readonly LinkCandidate[], Failure>> {
  const { snapshot } = await deps.engines.of(environment);
  if (wish.rail !== undefined) {
    const refusal = refusalOf(wish.rail, snapshot.connections);
    if (refusal !== undefined) return refusal;
  }
  const able = await thoseAble(deps, environment.id, snapshot.connections, wish);
  // Who reaches the bank is already known, from the providers themselves.
  const engine = compile({
    ...snapshot,
    connections: able.map(({ connection }) => connection),
    coverage: [],
  });
  const { country, institution, channel } = wish;
  const decision = engine.decide(
    {
      operation: LINK_OPERATION,
      payer: { country, ...(institution === undefined ? {} : { institution: institution.id }) },
      channel,
    },
    { nowMs: deps.now(), id: sessionId },
  );
  const ranked = rankedIn(decision, wish);
  if (ranked.length === 0) return nothingLinks(wish);
  const forced =
    wish.rail === undefined ? undefined : explain({ key: 'link_session.forced', vars: { rail: wish.rail } });
  const refs = new Map(able.map((one) => [one.connection.id, one.ref]));
  return {
    ok: true,
    value: ranked.map(({ rail, connection, explanation }) => {
      const ref = refs.get(connection);
      return {
        rail,
        connectionId: connection,
        ...(ref === undefined ? {} : { institutionRef: ref }),
        explanation: forced ?? explainKey(explanation),
      };
    }),
  };
}

/** Who forces a rail has it though it has failed of late: that is theirs to judge. */
function rankedIn(
  { rail, connection, explanation, alternatives, excluded }: Decision,
  wish: LinkWish,
): readonly Pick<Exclusion, 'rail' | 'connection' | 'explanation'>[] {
  if (rail !== undefined && connection !== undefined) {
    return [{ rail, connection, explanation }, ...alternatives];
  }
  return wish.rail === undefined ? [] : excluded.filter(({ code }) => code === 'reliability.below_floor');
}

/** Each bank's connections in the order in which the policy would take them to link an account; others after them. */
export async function rankReach(
  deps: WorkflowDeps,
  environment: Environment,
  institutions: readonly Institution[],
): Promise<readonly Institution[]> {
  if (institutions.length === 0) return [];
  const engine = (await deps.engines.of(environment)).calling();
  const nowMs = deps.now();
  return institutions.map((institution) => {
    const { alternatives, connection } = engine.decide(
      { operation: LINK_OPERATION, payer: { country: institution.country, institution: institution.id } },
      { nowMs, id: institution.id },
    );
    const order = [connection, ...alternatives.map((ranked) => ranked.connection)];
    const placeOf = ({ connectionId }: InstitutionReach) => {
      const place = order.indexOf(connectionId);
      return place < 0 ? order.length : place;
    };
    return { ...institution, reach: [...institution.reach].sort((a, b) => placeOf(a) - placeOf(b)) };
  });
}

function refusalOf(rail: string, connections: readonly SnapshotConnection[]) {
  const own = connections.filter((connection) => connection.rail === rail);
  if (own.length === 0) return fail('connection_not_ready', 'rail.not_connected', { param: 'rail' });
  const isUsable = own.some(({ status }) => status === 'ready' || status === 'degraded');
  const status = own[0]?.status ?? 'disabled';
  return isUsable
    ? undefined
    : fail('connection_not_ready', 'link_session.not_ready', { param: 'rail', vars: { rail, status } });
}

async function thoseAble(
  deps: WorkflowDeps,
  environmentId: string,
  connections: readonly SnapshotConnection[],
  wish: LinkWish,
): Promise<readonly { readonly connection: SnapshotConnection; readonly ref: string | undefined }[]> {
  const able = connections.map(async (connection) => {
    if (connection.mode !== 'route' || (wish.rail ?? connection.rail) !== connection.rail) return [];
    const callable = await deps.connections.callable(environmentId, connection.id);
    const link = callable === undefined ? undefined : deps.caller.open(callable)?.bankLink;
    if (link === undefined) return [];
    const reach = wish.institution?.reach.find(
      ({ connectionId, roles }) => connectionId === connection.id && roles.includes('bank-link'),
    );
    const isReached = wish.institution === undefined ? !link.needsInstitution : reach !== undefined;
    return isReached ? [{ connection, ref: reach?.ref }] : [];
  });
  return (await Promise.all(able)).flat();
}

function nothingLinks({ rail, institution }: LinkWish): { ok: false; error: Failure } {
  if (rail !== undefined) {
    return fail('route_infeasible', 'link_session.cannot_link', { param: 'rail', vars: { rail } });
  }
  const param = institution === undefined ? 'country' : 'institution';
  return fail('route_infeasible', 'link_session.no_rail', { param });
}
