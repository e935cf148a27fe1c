/**
 * Whether a connection can serve a request at all, whatever its amount. The checks run in the order of this file and the
 * first that fails is the reason given: from what is wrong with the connection itself to what the request narrows.
 */
import { isBankFacing } from '../bank-facing.ts';
import type { DecisionRequest, Exclusion } from '../decision.ts';
import { because } from '../sentences.ts';
import type { SnapshotRail } from '../snapshot.ts';
import type { CapabilityId, Custody } from '../vocabulary.ts';
import type { CompiledConnection, CompiledSnapshot } from './compiled-snapshot.ts';
import { connectFix, custodyFix, exclude, linkFix } from './exclusion.ts';
import { countingParty, linkedRailsNeeded, schemesToSpeak } from './operation-sides.ts';

export type Eligibility =
  | { readonly eligible: true; readonly custody: Custody }
  | { readonly eligible: false; readonly exclusion: Exclusion };

export function checkEligibility(
  snapshot: CompiledSnapshot,
  at: CompiledConnection,
  request: DecisionRequest,
): Eligibility {
  const { rail } = at;
  if (rail === undefined) return no(exclude(at, because('rail.unknown', { rail: at.name })));
  const exclusion =
    checkStatus(at) ??
    checkOperation(at, rail, request.operation) ??
    checkCountry(at, rail, request) ??
    checkSchemes(at, rail, request) ??
    checkAsset(at, request) ??
    checkInstitution(snapshot, at, request) ??
    checkLinks(at, request) ??
    checkRequest(at, request);
  return exclusion === undefined ? checkCustody(snapshot, at, rail, request) : no(exclusion);
}

function no(exclusion: Exclusion): Eligibility {
  return { eligible: false, exclusion };
}

export function checkStatus(at: CompiledConnection): Exclusion | undefined {
  const { status } = at.connection;
  if (status === 'ready' || status === 'degraded') return undefined;
  return exclude(at, because(`connection.${status}`, { rail: at.name }), connectFix(at));
}

export function checkOperation(
  at: CompiledConnection,
  rail: SnapshotRail,
  operation: CapabilityId,
): Exclusion | undefined {
  const vars = { rail: at.name, operation };
  if (!rail.capabilities.some(({ id }) => id === operation))
    return exclude(at, because('operation.not_offered', vars));
  return narrows(at.connection.operations, operation)
    ? exclude(at, because('operation.not_enabled', vars), connectFix(at))
    : undefined;
}

/** A capability without countries is bound to none, as a chain is not. */
export function checkCountry(
  at: CompiledConnection,
  rail: SnapshotRail,
  request: DecisionRequest,
): Exclusion | undefined {
  const { operation } = request;
  const { country } = countingParty(request);
  const served = rail.capabilities.some(
    ({ id, countries }) => id === operation && !narrows(countries, country),
  );
  if (!served) return exclude(at, because('country.not_served', { rail: at.name, operation, country }));
  return narrows(at.connection.countries, country)
    ? exclude(at, because('country.not_enabled', { rail: at.name, country }), connectFix(at))
    : undefined;
}

export function checkSchemes(
  at: CompiledConnection,
  rail: SnapshotRail,
  request: DecisionRequest,
): Exclusion | undefined {
  const scheme = schemesToSpeak(request).find((each) => narrows(rail.schemes, each));
  return scheme === undefined
    ? undefined
    : exclude(at, because('scheme.not_supported', { rail: at.name, scheme }));
}

export function checkAsset(at: CompiledConnection, { amount }: DecisionRequest): Exclusion | undefined {
  if (amount === undefined || at.limits.size === 0 || at.limits.has(amount.asset)) return undefined;
  return exclude(at, because('amount.asset_not_moved', { rail: at.name, asset: amount.asset }));
}

/** An institution that is not listed says nothing; a listed one says all. */
export function checkInstitution(
  { coverage }: CompiledSnapshot,
  at: CompiledConnection,
  request: DecisionRequest,
): Exclusion | undefined {
  const { operation } = request;
  const { institution } = countingParty(request);
  const covered = institution === undefined ? undefined : coverage.get(institution);
  if (institution === undefined || covered === undefined || !isBankFacing(operation)) return undefined;
  const restricted = covered.get(at.connection.rail);
  if (restricted === undefined)
    return exclude(at, because('institution.not_covered', { rail: at.name, institution }));
  return restricted.has(operation)
    ? exclude(at, because('institution.restricted', { rail: at.name, institution, operation }))
    : undefined;
}

function checkLinks(at: CompiledConnection, request: DecisionRequest): Exclusion | undefined {
  const linked = linkedRailsNeeded(request);
  if (linked === undefined || linked.includes(at.connection.rail)) return undefined;
  return exclude(at, because('account.not_linked', { rail: at.name }), linkFix(at));
}

function checkRequest(at: CompiledConnection, { constraints }: DecisionRequest): Exclusion | undefined {
  return constraints?.excludeRails?.includes(at.connection.rail)
    ? exclude(at, because('request.rail_excluded', { rail: at.name }))
    : undefined;
}

/** The custody is the first of the rail's that everybody admits. */
function checkCustody(
  { policy }: CompiledSnapshot,
  at: CompiledConnection,
  rail: SnapshotRail,
  { constraints }: DecisionRequest,
): Eligibility {
  const byPolicy = rail.custody.filter((custody) => policy.custodyAdmitted.includes(custody));
  const custody = byPolicy.find((each) => constraints?.custodyAdmitted?.includes(each) ?? true);
  if (custody !== undefined) return { eligible: true, custody };
  if (byPolicy.length > 0) {
    return no(exclude(at, because('custody.narrowed', { rail: at.name, custody: byPolicy.join(', ') })));
  }
  const [first] = rail.custody;
  const explanation = because('custody.not_admitted', {
    rail: at.name,
    custody: rail.custody.join(', ') || 'unstated',
  });
  return no(exclude(at, explanation, first === undefined ? undefined : custodyFix(first)));
}

/** An empty list means that nothing is narrowed. */
function narrows<T>(list: readonly T[], value: T): boolean {
  return list.length > 0 && !list.includes(value);
}
