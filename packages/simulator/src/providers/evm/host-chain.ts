/**
 * A chain that lives: while something waits or is not yet final there is a block per beat, so confirmations grow; then it
 * sleeps until the next transaction. One that was left busy goes on as soon as it is asked for anything, since nobody
 * could tell the difference before.
 */
import type { World } from '../../world/world.ts';
import { type Chain, FINALITY_DEPTH } from './chain.ts';
import { chainTables } from './kept-chain.ts';
import type { KnownChain } from './known-chains.ts';
import { hasWork, mineBlock } from './mine-block.ts';
import { openChain } from './open-chain.ts';
import type { HostedChain, Mining } from './rpc-method.ts';

export interface Beat {
  readonly now: () => number;
  readonly later: (delayMs: number, work: () => Promise<void>) => void;
  readonly blockMs: number;
  readonly mining: Mining;
  readonly table: World['table'];
}

export async function hostChain(known: KnownChain, beat: Beat): Promise<HostedChain> {
  const chain = await openChain(known, beat.now(), chainTables(beat, known.id));
  let isAwake = false;
  const host: HostedChain = {
    chain,
    now: beat.now,
    mining: beat.mining,
    wake() {
      if (isAwake || host.mining === 'manual') return;
      isAwake = true;
      beat.later(beat.blockMs, strike);
    },
  };
  const strike = async (): Promise<void> => {
    isAwake = false;
    if (host.mining === 'manual') return;
    await chain.inTurn(async () => {
      if (isBusy(chain, beat.now())) await mineBlock(chain, { nowMs: beat.now() });
    });
    if (isBusy(chain, beat.now()) || chain.pool.size > 0) host.wake();
  };
  if (isBusy(chain, beat.now()) || chain.pool.size > 0) host.wake();
  return host;
}

function isBusy(chain: Chain, nowMs: number): boolean {
  return (
    hasWork(chain, nowMs) ||
    chain.blocks.slice(-FINALITY_DEPTH - 1).some(({ transactions }) => transactions.length > 0)
  );
}
