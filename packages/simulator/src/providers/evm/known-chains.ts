/**
 * The chains that exist here, with the token at the address that USDC has on the real chain of that number. So the
 * asset ids of the real world (`eip155:8453/erc20:0x8335…`) mean something here too.
 */
export interface KnownChain {
  readonly id: number;
  readonly name: string;
  readonly token: `0x${string}`;
}

export const KNOWN_CHAINS: readonly KnownChain[] = [
  { id: 1, name: 'ethereum', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { id: 8453, name: 'base', token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  { id: 137, name: 'polygon', token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
];

/**
 * THE KEY OF A WALLET FOR TESTS. It is the first key of the phrase "test test … junk", which every development chain
 * hands out and every thief knows: whatever is sent to it on a real chain is gone.
 */
export const DEVELOPMENT_WALLET = {
  privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const;

/**
 * A transfer on a chain has no reference to wish by, so payees stand for what is to happen.
 *
 * reverts: the token really refuses the transfer, because the payee's balance is as large as a number can be.
 * stuck: taken, and never mined. dropped: taken, and forgotten. late: mined after a while. timeout: taken, but the call
 * that brought it gets no answer.
 */
export const TEST_PAYEES = {
  reverts: '0x51d0000000000000000000000000000000000001',
  stuck: '0x51d0000000000000000000000000000000000002',
  dropped: '0x51d0000000000000000000000000000000000003',
  late: '0x51d0000000000000000000000000000000000004',
  timeout: '0x51d0000000000000000000000000000000000005',
} as const;
export type PayeeWish = keyof typeof TEST_PAYEES;

/** A thousand ether, in the smallest unit. Of tokens the wallet has all there are: a thousand million. */
export const WALLET_GAS = 10n ** 21n;
