/**
 * ERC-20 transfers on EVM chains, signed here with the key of the connection's own wallet. A node is the only thing that is
 * called. Money arriving is not watched: a transfer carries no reference by which it could be matched.
 *
 * viem takes longer to load than the rest of the service, so it is loaded when a role is first used.
 */
import type { Payment, RailModule } from '@switchyard/rail-kit';
import { CHAIN_OF_RAIL, chainFacts, tokensOf } from './chains.ts';
import { EVM_SECRET_KEYS, type EvmCredentials, evmCredentials } from './credentials.ts';
import { EVM_FACTS } from './facts.ts';

export const evmRail: RailModule<EvmCredentials> = {
  rails: Object.keys(CHAIN_OF_RAIL),
  credentials: evmCredentials,
  secretKeys: EVM_SECRET_KEYS,
  open({ rail, credentials, ports }) {
    const id = credentials.chain_id ?? CHAIN_OF_RAIL[rail];
    if (id === undefined) throw new Error(`${rail} is none of this adapter's rails`);
    const chain = chainFacts(id);
    const connection = {
      chain,
      rpcUrl: credentials.rpc_url,
      privateKey: credentials.private_key as `0x${string}`,
      confirmations: credentials.confirmations ?? chain.confirmations,
      ports,
    };
    const opened = async () => (await import('./payment.ts')).openPayment(connection);
    const payment: Payment = {
      facts: EVM_FACTS,
      start: async (order) => (await opened()).start(order),
      resume: async (input) => (await opened()).resume(input),
      query: async (input) => (await opened()).query(input),
      wallet: { assets: tokensOf(id), payto: async () => (await opened()).walletPayto() },
      // Of a token that the adapter does not know it could not be said that all of its transfers are in the list.
      ...(tokensOf(id).length === 0
        ? {}
        : {
            statement: {
              schemes: EVM_FACTS.schemes,
              page: async (span) => (await opened()).page(span),
            },
          }),
      sequenced: {
        reserve: async (order) => (await opened()).reserve(order),
        prepare: async (input) => (await opened()).prepare(input),
      },
    };
    return { payment };
  },
};
