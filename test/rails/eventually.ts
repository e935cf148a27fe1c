import assert from 'node:assert/strict';

const LOOK_EVERY_MS = 20;

/** Waits until something is there. The patience is for machines that are busy with other tests. */
export async function eventually<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  timeoutMs = 30_000,
): Promise<Value> {
  const untilMs = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    assert.ok(Date.now() < untilMs, 'it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
