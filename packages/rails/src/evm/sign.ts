/** Signing and checking signed bytes: local, and the same bytes for the same input (RFC 6979). */
import { invariant } from '@switchyard/engine';
import {
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { PreparedTransaction, Terms } from './prepared.ts';
import { type Transfer, transferData } from './transfer.ts';

export async function signTransfer(
  account: PrivateKeyAccount,
  transfer: Transfer,
  sequence: number,
  terms: Terms,
): Promise<PreparedTransaction> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: transfer.chainId,
    nonce: sequence,
    to: transfer.token,
    value: 0n,
    data: transferData(transfer),
    gas: BigInt(terms.gasLimit),
    maxFeePerGas: BigInt(terms.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(terms.maxPriorityFeePerGas),
  });
  const prepared = { raw, hash: keccak256(raw), nonce: sequence, sinceBlock: terms.sinceBlock };
  invariant(await isSignedFor(prepared, transfer), 'what was signed is what was ordered.');
  return prepared;
}

/** Whether stored bytes do what the order says: this chain, this token, this payee, this amount, by this wallet. */
export async function isSignedFor(
  { raw, hash, nonce }: PreparedTransaction,
  transfer: Transfer,
): Promise<boolean> {
  try {
    const signed = parseTransaction(raw as Hex);
    const signer = await recoverTransactionAddress({
      // Parsed just now, so it is one of viem's serialised forms.
      serializedTransaction: raw as TransactionSerialized,
    });
    return (
      keccak256(raw) === hash &&
      signed.chainId === transfer.chainId &&
      (signed.nonce ?? 0) === nonce &&
      (signed.value ?? 0n) === 0n &&
      signed.to !== undefined &&
      signed.to !== null &&
      isAddressEqual(signed.to, transfer.token) &&
      signed.data === transferData(transfer) &&
      isAddressEqual(signer, transfer.payer)
    );
  } catch {
    return false;
  }
}
