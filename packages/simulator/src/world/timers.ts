/** Work for later that ends with the world: after `clear` nothing runs any more, and nothing new is taken. */
export interface Timers {
  readonly later: (delayMs: number, work: () => void | Promise<void>) => void;
  clear(): void;
}

/** `afterEach` is called when work has ended, well or not. */
export function createTimers(afterEach: () => void): Timers {
  const pending = new Set<NodeJS.Timeout>();
  let cleared = false;
  return {
    later(delayMs, work) {
      if (cleared) return;
      const timer = setTimeout(() => {
        pending.delete(timer);
        run(work, afterEach);
      }, delayMs);
      pending.add(timer);
    },
    clear() {
      cleared = true;
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    },
  };
}

/** A provider's mistake in work nobody waits for must be seen, and must not end the process. */
function run(work: () => void | Promise<void>, afterEach: () => void): void {
  Promise.resolve()
    .then(work)
    .finally(afterEach)
    .catch((error: unknown) => console.error('the simulator failed in work for later', error));
}
