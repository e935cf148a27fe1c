/**
 * Nodes' words to ours; pure.
 *
 * A transaction goes from pending (some node has it) to included (in a block) to confirmed (enough blocks on top) or
 * finalized (the chain's own word). Until one of the last two it can go back, because a block that is replaced takes
 * its transactions with it. So neither success nor revert counts before.
 */
import { type Failed, type Refused, rejected, unknownOutcome } from '@switchyard/rail-kit';

/**
 * look: the node may have it already, so ask. never: the bytes themselves are wrong, so no node will ever take them.
 * not_now: this node, as it stands; another one, or this one later, might, and an earlier sending may already have
 * reached one.
 */
export type BroadcastMeaning = 'look' | 'never' | 'not_now';

/**
 * What nodes say instead of taking a transaction. There is no standard for it: these are the words of go-ethereum and those
 * built on it (Bor, op-geth), with the spellings of Reth, Erigon, Nethermind, Besu and Anvil. The first that fits counts.
 */
export const BROADCAST_REFUSALS = {
  already_known: {
    says: /already ?known|known transaction|already imported|already in (the )?(mem)?pool|existing tx with same hash/i,
    means: 'look',
  },
  nonce_too_low: { says: /nonce (is )?too low|old ?nonce|nonce has already been used/i, means: 'look' },
  replacement_underpriced: {
    says: /replacement (transaction )?(is )?(underpriced|not allowed)|could not replace|tries to replace pending/i,
    means: 'not_now',
  },
  insufficient_funds: { says: /insufficient (funds|balance)|upfront cost exceeds/i, means: 'not_now' },
  intrinsic_gas_too_low: { says: /intrinsic gas|floor data gas/i, means: 'never' },
  tip_above_fee: {
    says: /max ?priority ?fee ?per ?gas.* higher than max ?fee|tip (is )?(above|higher)/i,
    means: 'never',
  },
  invalid_signature: {
    says: /invalid sender|invalid (transaction )?signature|invalid transaction v, r, s/i,
    means: 'never',
  },
  malformed: { says: /\brlp: |failed to decode signed transaction/i, means: 'never' },
  fee_too_low: {
    says: /underpriced|max ?fee ?per ?gas.* (less|lower) than|fee ?too ?low|below .*base ?fee|gas price .*(less|below)/i,
    means: 'not_now',
  },
  fee_above_cap: { says: /exceeds the configured cap/i, means: 'not_now' },
  nonce_too_high: { says: /nonce (is )?too high|nonce ?gap|gapped|too distant/i, means: 'not_now' },
  pool_full: { says: /pool is full|pool limit|account limit exceeded|limit reached/i, means: 'not_now' },
  gas_limit_too_high: {
    says: /exceeds (the )?(block|tx|transaction) gas limit|gas limit (is )?too high/i,
    means: 'not_now',
  },
  wrong_chain: { says: /chain ?id/i, means: 'not_now' },
  type_unsupported: { says: /type (is )?not supported|unsupported transaction type/i, means: 'not_now' },
} as const satisfies Readonly<Record<string, { readonly says: RegExp; readonly means: BroadcastMeaning }>>;

export type BroadcastRefusal = keyof typeof BROADCAST_REFUSALS;

export function readBroadcastRefusal(message: string): BroadcastRefusal | undefined {
  const words = Object.keys(BROADCAST_REFUSALS) as BroadcastRefusal[];
  return words.find((word) => BROADCAST_REFUSALS[word].says.test(message));
}

/** Only what can never become true again is a rejection; a word we do not know proves nothing. */
export function broadcastFailure(refusal: BroadcastRefusal | undefined): Failed {
  if (refusal === undefined) return unknownOutcome();
  return BROADCAST_REFUSALS[refusal].means === 'never'
    ? rejected({ providerCode: refusal })
    : unknownOutcome({ providerCode: refusal });
}

/** How a transaction that is settled ended. `partly`: the token moved something, but not what was ordered. */
export type Ending = 'transferred' | 'partly' | 'nothing' | 'reverted';

export const ENDINGS = {
  transferred: undefined,
  // Tokens that keep a share or pay elsewhere: money has moved, and a person must look.
  partly: unknownOutcome({ providerCode: 'transfer_differs' }),
  // Tokens that answer false where others revert.
  nothing: { kind: 'refused', code: 'provider_rejected', providerCode: 'no_transfer' },
  reverted: { kind: 'refused', code: 'provider_rejected', providerCode: 'reverted' },
} as const satisfies Readonly<Record<Ending, Refused | Failed | undefined>>;

/** Another transaction has the nonce, for good. */
export const OVERTAKEN: Refused = { kind: 'refused', code: 'provider_rejected', providerCode: 'nonce_used' };

/** The statuses of a receipt, as nodes write them. */
export const RECEIPT_STATUSES = { '0x1': 'success', '0x0': 'reverted' } as const;
