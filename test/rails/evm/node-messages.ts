import type { BroadcastRefusal } from '../../../packages/rails/src/evm/translate.ts';

/** What nodes are known to say to bytes they do not take, and what we hear in it. */
export const NODE_MESSAGES: readonly (readonly [message: string, refusal: BroadcastRefusal])[] = [
  // go-ethereum, and so Bor and op-geth
  ['already known', 'already_known'],
  ['nonce too low: next nonce 82, tx nonce 81', 'nonce_too_low'],
  ['nonce too high', 'nonce_too_high'],
  ['replacement transaction underpriced', 'replacement_underpriced'],
  ['future transaction tries to replace pending', 'replacement_underpriced'],
  ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'fee_too_low'],
  ['max fee per gas less than block base fee: address 0x00, maxFeePerGas: 1, baseFee: 7', 'fee_too_low'],
  ['tx fee (2.10 ether) exceeds the configured cap (1.00 ether)', 'fee_above_cap'],
  ['insufficient funds for gas * price + value: balance 0, tx cost 9, overshot 9', 'insufficient_funds'],
  ['intrinsic gas too low: gas 20000, minimum needed 21000', 'intrinsic_gas_too_low'],
  ['insufficient gas for floor data gas cost: gas 1, minimum needed 2', 'intrinsic_gas_too_low'],
  ['exceeds block gas limit', 'gas_limit_too_high'],
  ['max priority fee per gas higher than max fee per gas: address 0x00', 'tip_above_fee'],
  ['invalid sender', 'invalid_signature'],
  ['invalid chain id for signer: have 1 want 8453', 'wrong_chain'],
  ['transaction type not supported', 'type_unsupported'],
  ['account limit exceeded', 'pool_full'],
  ['txpool is full', 'pool_full'],
  ['in-flight transaction limit reached for delegated accounts', 'pool_full'],
  ['rlp: value size exceeds available input length', 'malformed'],
  // Anvil and Reth
  ['transaction already imported', 'already_known'],
  ['failed to decode signed transaction', 'malformed'],
  // Erigon
  ['INTERNAL_ERROR: existing tx with same hash', 'already_known'],
  // Nethermind
  ['AlreadyKnown', 'already_known'],
  ['OldNonce, Current nonce: 3, nonce of rejected tx: 2', 'nonce_too_low'],
  ['FeeTooLow, MaxFeePerGas too low', 'fee_too_low'],
  // Besu
  ['Known transaction', 'already_known'],
  ['Nonce too low', 'nonce_too_low'],
  ['Upfront cost exceeds account balance', 'insufficient_funds'],
  ['Transaction nonce is too distant from current sender nonce', 'nonce_too_high'],
];
