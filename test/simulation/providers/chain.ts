/** A chain: it carries out what has the next number of a wallet, once, and nothing that skips one. */
import type { Amount } from '@switchyard/engine';
import type { World } from '../world.ts';

export interface Signed {
  readonly hash: string;
  readonly number: number;
  readonly key: string;
  readonly payee: string;
  readonly reference: string;
  readonly amount: Amount;
}

export interface Chain {
  readonly mined: readonly Signed[];
  readonly pool: ReadonlyMap<number, Signed>;
  /** What a wallet is told to use next: behind what is mined and what is waiting in order. */
  nextNumber(): number;
  broadcast(signed: Signed): 'taken' | 'known' | 'number_used';
}

export function createChain(world: World, onMined: (signed: Signed) => void): Chain {
  const mined: Signed[] = [];
  const pool = new Map<number, Signed>();

  function mine(): void {
    for (let next = pool.get(mined.length); next !== undefined; next = pool.get(mined.length)) {
      pool.delete(next.number);
      mined.push(next);
      world.trace(`chain mines ${next.hash}`);
      onMined(next);
    }
  }

  return {
    mined,
    pool,
    nextNumber() {
      let number = mined.length;
      while (pool.has(number)) number += 1;
      return number;
    },
    broadcast(signed) {
      const before = mined[signed.number] ?? pool.get(signed.number);
      if (before !== undefined) return before.hash === signed.hash ? 'known' : 'number_used';
      pool.set(signed.number, signed);
      world.trace(`chain takes ${signed.hash}`);
      world.after(world.random.between(500, 15_000), mine);
      return 'taken';
    },
  };
}
