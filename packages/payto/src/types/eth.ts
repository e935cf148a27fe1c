/**
 * `eth`: an account on an EVM chain, `ADDRESS[@CHAINID]`; without a chain it is Ethereum itself, chain 1.
 *
 * The same address on two chains is two accounts, so the chain is always part of what identifies it.
 */

import { accept, type Reading, refuse } from '../errors.ts';
import { readEvmAddress } from '../evm-address.ts';
import { maskMiddle } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface EthTarget {
  readonly known: true;
  readonly scheme: 'eth';
  /** In EIP-55 checksum form. */
  readonly address: string;
  readonly chainId: number;
  readonly caip10: string;
}

export const ethType: PaytoType<'eth', EthTarget> = {
  scheme: 'eth',
  path: 'ADDRESS or ADDRESS@CHAINID',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(ethType);
    const [addressText = '', chainText = String(ETHEREUM), ...more] = path[0].split('@');
    if (more.length > 0) return refusePath(ethType);
    const reading = readAccountAddress(addressText);
    if (!reading.ok) return reading;
    const address = reading.value;
    const chainId = Number(chainText);
    if (!CHAIN_ID.test(chainText) || !Number.isSafeInteger(chainId)) {
      return refuse('payto.part', { scheme: 'eth', part: 'chain id', expected: 'a whole number above zero' });
    }
    const suffix = chainId === ETHEREUM ? '' : `@${chainId}`;
    return accept({
      target: { known: true, scheme: 'eth', address, chainId, caip10: `eip155:${chainId}:${address}` },
      segments: [address + suffix],
      identity: [`${address}@${chainId}`],
      masked: maskMiddle(address, 6, 4, '...') + suffix,
      ...(TESTNETS.has(chainId) ? { network: 'testnet' } : {}),
    });
  },
};

const ETHEREUM = 1;
const CHAIN_ID = /^[1-9][0-9]*$/;

/**
 * Test and development chains that people really use, live or only just retired: Ethereum's own, then those of
 * Optimism, Polygon, Base, Arbitrum, Avalanche, BNB, Gnosis, Linea, Scroll, zkSync and Celo, then local nodes.
 * A chain that is not here is not called a main network either.
 */
const TESTNETS: ReadonlySet<number> = new Set([
  5, 17000, 560048, 11155111, 420, 11155420, 80001, 80002, 84531, 84532, 421613, 421614, 43113, 97, 10200,
  59141, 534351, 300, 44787, 11142220, 1337, 31337,
]);

function readAccountAddress(text: string): Reading<string> {
  const reading = readEvmAddress(text);
  if (reading.ok) return accept(reading.address);
  switch (reading.reason) {
    case 'zero':
      return refuse('payto.zero_address', { scheme: 'eth' });
    case 'checksum':
      return refuse('payto.checksum', {
        scheme: 'eth',
        check: 'the upper and lower case of its letters (EIP-55)',
      });
    case 'shape':
      return refuse('payto.part', {
        scheme: 'eth',
        part: 'address',
        expected: '0x and 40 hexadecimal digits',
      });
  }
}
