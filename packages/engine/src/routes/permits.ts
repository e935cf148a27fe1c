/**
 * What a connection may be used for on the way, whatever the amount: its state, what its rail offers where the account is,
 * the institution, links and custody. The checks are those of a decision for the leg's operation.
 */
import type { CompiledConnection, CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import {
  checkCountry,
  checkInstitution,
  checkOperation,
  checkSchemes,
  checkStatus,
} from '../decide/eligibility.ts';
import { connectFix, custodyFix, exclude, linkFix } from '../decide/exclusion.ts';
import { countingParty } from '../decide/operation-sides.ts';
import type { DecisionRequest, Party } from '../decision.ts';
import { because } from '../sentences.ts';
import type { SnapshotRail } from '../snapshot.ts';
import type { CapabilityId, Custody } from '../vocabulary.ts';
import { isFurther, type Reason, reasonOf } from './reasons.ts';
import type { RouteEnd, RouteRequest } from './route-request.ts';

/** `own-pay-in` goes to the connection's own balance, `forward` from its balance to another's. */
export type Use = 'payment' | 'pay-in' | 'own-pay-in' | 'on-chain' | 'payout' | 'convert' | 'forward' | 'fx';

export type Permit =
  | { readonly ok: true; readonly operation: CapabilityId; readonly custody: Custody }
  | { readonly ok: false; readonly reason: Reason };

interface UseFacts {
  /** The first that the rail offers there is the one. */
  readonly operations: readonly CapabilityId[];
  /** Whose account the rail must reach. */
  readonly reaches: 'payer' | 'payee' | 'both' | 'nobody';
  /** Whether the provider has the money in its hands. */
  readonly holds: boolean;
}

const USES: Readonly<Record<Use, UseFacts>> = {
  payment: { operations: ['banking.pis.single'], reaches: 'both', holds: false },
  'pay-in': { operations: ['banking.pis.single'], reaches: 'payer', holds: false },
  // A debit brings money to whoever debits, so only to the connection's own balance.
  'own-pay-in': {
    operations: ['banking.pis.single', 'banking.pay-ins.debit'],
    reaches: 'payer',
    holds: false,
  },
  'on-chain': { operations: ['banking.payouts'], reaches: 'payer', holds: false },
  payout: { operations: ['banking.payouts', 'money.cross-border'], reaches: 'payee', holds: true },
  convert: { operations: ['money.cross-border', 'banking.payouts'], reaches: 'payee', holds: true },
  forward: { operations: ['banking.payouts', 'money.cross-border'], reaches: 'nobody', holds: true },
  fx: { operations: ['money.fx'], reaches: 'nobody', holds: true },
};

export function permitOf(
  snapshot: CompiledSnapshot,
  at: CompiledConnection,
  rail: SnapshotRail,
  use: Use,
  request: RouteRequest,
): Permit {
  const found = findOperation(snapshot, at, rail, use, request);
  if (typeof found !== 'string') return { ok: false, reason: found };
  const unlinked = checkLink(at, use, request.from);
  if (unlinked !== undefined) return { ok: false, reason: unlinked };
  const custody = custodyOf(snapshot, at, rail, USES[use].holds);
  return typeof custody === 'string'
    ? { ok: true, operation: found, custody }
    : { ok: false, reason: custody };
}

/** A leg as a decision would see it: rules, prices and reliability are those of its operation between these parties. */
export function legRequest(
  request: RouteRequest,
  use: Use,
  operation: CapabilityId,
  amount?: { readonly asset: string; readonly value: string },
): DecisionRequest {
  const { reaches } = USES[use];
  const payer = partyOf(request.from);
  const ends =
    reaches === 'payer' || reaches === 'nobody' ? { payer } : { payer, payee: partyOf(request.to) };
  return amount === undefined ? { operation, ...ends } : { operation, ...ends, amount };
}

/** An end without a country is nowhere, and no rail can be held against it for that. */
const NOWHERE = '';

function partyOf({ country = NOWHERE, institution, scheme }: RouteEnd): Party {
  return institution === undefined ? { country, scheme } : { country, institution, scheme };
}

function findOperation(
  snapshot: CompiledSnapshot,
  at: CompiledConnection,
  rail: SnapshotRail,
  use: Use,
  request: RouteRequest,
): CapabilityId | Reason {
  const { operations } = USES[use];
  const status = checkStatus(at);
  if (status !== undefined) return reasonOf('connection', status);
  let furthest: Reason | undefined;
  for (const operation of operations) {
    const reason = checkLeg(snapshot, at, rail, use, legRequest(request, use, operation));
    if (reason === undefined) return operation;
    if (furthest === undefined || isFurther(reason, furthest)) furthest = reason;
  }
  return furthest ?? reasonOf('operation', exclude(at, because('route.no_adapter', { rail: at.name })));
}

function checkLeg(
  snapshot: CompiledSnapshot,
  at: CompiledConnection,
  rail: SnapshotRail,
  use: Use,
  leg: DecisionRequest,
): Reason | undefined {
  // A chain has no capabilities to list: whoever has the key can send.
  const operation = use === 'on-chain' ? undefined : checkOperation(at, rail, leg.operation);
  if (operation !== undefined) return reasonOf('operation', operation);
  if (USES[use].reaches === 'nobody' || use === 'on-chain') return undefined;
  const country = countingParty(leg).country === NOWHERE ? undefined : checkCountry(at, rail, leg);
  if (country !== undefined) return reasonOf('country', country);
  const scheme = checkSchemes(at, rail, leg);
  if (scheme !== undefined) return reasonOf('scheme', scheme);
  const institution = checkInstitution(snapshot, at, leg);
  // Coverage says at which banks a rail can act. Paying to a bank is the scheme's business, unless the bank forbids it.
  const isPaidTo = USES[use].reaches === 'payee' && institution?.code === 'institution.not_covered';
  return institution === undefined || isPaidTo ? undefined : reasonOf('institution', institution);
}

function checkLink(at: CompiledConnection, use: Use, { links }: RouteEnd): Reason | undefined {
  const { id, payment, onChain } = at.connection;
  const fromAccount = use === 'payment' || use === 'pay-in' || use === 'own-pay-in';
  const needed = (fromAccount && payment?.linkedOnly) || (use === 'on-chain' && onChain?.linkedOnly);
  if (needed !== true || links.includes(id)) return undefined;
  return { stage: 'link', explanation: because('account.not_linked', { rail: at.name }), fix: linkFix(at) };
}

/** Custodies in which a provider has the money. The others leave it with the payer until it is the payee's. */
const HOLDING: ReadonlySet<Custody> = new Set([
  'provider-for-user',
  'provider-transit',
  'platform-entity',
  'partner-entity',
]);

/** The first custody of the rail that fits the use and that the policy admits. A rail of one kind has it in every use. */
function custodyOf(
  { policy }: CompiledSnapshot,
  at: CompiledConnection,
  rail: SnapshotRail,
  holds: boolean,
): Custody | Reason {
  const fitting = rail.custody.filter((custody) => HOLDING.has(custody) === holds);
  const possible = fitting.length === 0 ? rail.custody : fitting;
  const admitted = possible.find((custody) => policy.custodyAdmitted.includes(custody));
  if (admitted !== undefined) return admitted;
  const [first] = possible;
  const custody = possible.join(', ') || 'unstated';
  return {
    stage: 'custody',
    explanation: because('custody.not_admitted', { rail: at.name, custody }),
    fix: first === undefined ? undefined : custodyFix(first),
  };
}

const MONEY: readonly string[] = [
  'banking.pis.single',
  'banking.payouts',
  'banking.pay-ins.virtual-accounts',
  'banking.pay-ins.debit',
  'money.fx',
  'money.cross-border',
  'money.stablecoin-ramp',
];

/** Why a connection cannot carry money at all, before any account is looked at. */
export function checkCarrier(at: CompiledConnection): Reason | undefined {
  const { rail, name, connection } = at;
  if (rail === undefined)
    return { stage: 'connection', explanation: because('rail.unknown', { rail: name }) };
  const status = checkStatus(at);
  if (status !== undefined) return reasonOf('connection', status);
  const { payment, payout, transit, onChain, mode } = connection;
  const carries = [payment, payout, transit, onChain].some((role) => role !== undefined);
  if (!carries && rail.kind !== 'on-chain' && !rail.capabilities.some(({ id }) => MONEY.includes(id)))
    return { stage: 'money', explanation: because('route.moves_no_money', { rail: name }) };
  if (mode === 'decide') {
    return {
      stage: 'adapter',
      explanation: because('route.decide_only', { rail: name }),
      fix: connectFix(at),
    };
  }
  return carries ? undefined : { stage: 'adapter', explanation: because('route.no_adapter', { rail: name }) };
}
