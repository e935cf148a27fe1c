/**
 * Nodes of EVM chains, at `/evm/<chain id>`. Behind each is a real EVM with real blocks, made when the chain is first
 * asked for anything: loading the EVM takes longer than all the rest of the simulator.
 */
import { json, nothing } from '../../http/replies.ts';
import type { CreateProvider } from '../../provider.ts';
import { KNOWN_CHAINS } from './known-chains.ts';
import type { HostedChain, Mining } from './rpc-method.ts';

export { DEVELOPMENT_WALLET, KNOWN_CHAINS, TEST_PAYEES } from './known-chains.ts';

export interface EvmOptions {
  readonly blockMs: number;
  readonly mining: Mining;
}

export const createEvm: CreateProvider = createEvmWith({ blockMs: 1000, mining: 'interval' });

export function createEvmWith({ blockMs, mining }: EvmOptions): CreateProvider {
  return (world) => {
    const hosted = new Map<number, Promise<HostedChain>>();
    const hostOf = (id: number): Promise<HostedChain> | undefined => {
      const known = KNOWN_CHAINS.find((chain) => chain.id === id);
      const there = hosted.get(id);
      if (known === undefined || there !== undefined) return there;
      const { now, later, table } = world;
      const made = import('./host-chain.ts').then(({ hostChain }) =>
        hostChain(known, { now, later, table, blockMs, mining }),
      );
      hosted.set(id, made);
      return made;
    };
    return {
      id: 'evm',
      name: 'EVM chains',
      routes: [
        {
          method: 'POST',
          path: '/:chainId',
          kind: 'api',
          async handle({ params, json: body, headers }) {
            const host = await hostOf(Number(params.chainId));
            if (host === undefined) return json(404, { error: 'no such chain' });
            if (!headers['content-type']?.startsWith('application/json')) return nothing(415);
            const { answerRpc } = await import('./answer-rpc.ts');
            return answerRpc(host, body);
          },
        },
      ],
    };
  };
}
