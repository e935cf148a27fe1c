import { randomFillSync } from 'node:crypto';

export type RandomBytes = (count: number) => Buffer;

const BLOCK_BYTES = 4_096;

/** Randomness drawn by the block, because each draw costs the same however much it brings. What is taken is wiped. */
export function createRandomPool(): RandomBytes {
  const block = Buffer.alloc(BLOCK_BYTES);
  let at = BLOCK_BYTES;
  return (count) => {
    if (at + count > BLOCK_BYTES) {
      randomFillSync(block);
      at = 0;
    }
    const taken = Buffer.from(block.subarray(at, at + count));
    block.fill(0, at, at + count);
    at += count;
    return taken;
  };
}
