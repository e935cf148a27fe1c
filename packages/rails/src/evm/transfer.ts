/** What an order means on this chain, or why it cannot be done here. Everything a signature will bind is read here. */
import { parseAsset } from '@switchyard/engine';
import { parsePayto } from '@switchyard/payto';
import { type Failed, type PaymentOrder, rejected } from '@switchyard/rail-kit';
import { type Address, encodeFunctionData, erc20Abi, getAddress, isAddress, isAddressEqual } from 'viem';

export interface Transfer {
  readonly kind: 'transfer';
  readonly chainId: number;
  readonly token: Address;
  readonly payer: Address;
  readonly payee: Address;
  readonly amount: bigint;
}

export function readTransfer(
  order: PaymentOrder,
  wallet: { readonly chainId: number; readonly address: Address },
): Transfer | Failed {
  const refuse = (providerCode: string) => rejected({ providerCode });
  const asset = readToken(order.amount.asset);
  if (order.scheme !== 'evm-erc20' || asset === undefined) return refuse('asset_unsupported');
  if (asset.chainId !== wallet.chainId) return refuse('asset_of_another_chain');
  const payer = readAccount(order.payer.payto);
  const payee = readAccount(order.payee.payto);
  if (payer === undefined || payee === undefined) return refuse('address_unsupported');
  // Only the wallet whose key we hold can pay, and only where it is meant to.
  if (payer.chainId !== wallet.chainId || !isAddressEqual(payer.address, wallet.address)) {
    return refuse('payer_is_not_the_wallet');
  }
  if (payee.chainId !== wallet.chainId) return refuse('payee_on_another_chain');
  // What is sent to the token's own contract stays there for ever.
  if (isAddressEqual(payee.address, asset.token)) return refuse('payee_is_the_token');
  if (order.reference !== undefined && order.reference !== '') return refuse('reference_unsupported');
  const amount = order.amount.value;
  if (amount <= 0n || amount > LARGEST) return refuse('amount_unsupported');
  return {
    kind: 'transfer',
    chainId: wallet.chainId,
    token: asset.token,
    payer: wallet.address,
    payee: payee.address,
    amount,
  };
}

export function transferData({ payee, amount }: Pick<Transfer, 'payee' | 'amount'>) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, amount] });
}

const LARGEST = 2n ** 256n - 1n;

function readToken(text: string): { readonly chainId: number; readonly token: Address } | undefined {
  const asset = parseAsset(text);
  if (!asset.ok || asset.value.kind !== 'caip19' || asset.value.namespace !== 'erc20') return undefined;
  const { chainId, reference, tokenId } = asset.value;
  const [, chain] = /^eip155:([1-9][0-9]{0,15})$/.exec(chainId) ?? [];
  if (chain === undefined || tokenId !== undefined || !isAddress(reference)) return undefined;
  return { chainId: Number(chain), token: getAddress(reference) };
}

function readAccount(payto: string): { readonly chainId: number; readonly address: Address } | undefined {
  const parsed = parsePayto(payto);
  if (!parsed.ok || !parsed.address.target.known || parsed.address.target.scheme !== 'eth') return undefined;
  const { address, chainId } = parsed.address.target;
  return { chainId, address: getAddress(address) };
}
