/** Remembers how to stop what was started, and does so in the opposite order, once, whatever fails on the way. */
export interface Stopper {
  add(what: string, stop: () => Promise<void> | void): void;
  stop(): Promise<void>;
}

export function createStopper(): Stopper {
  const steps: { readonly what: string; readonly stop: () => Promise<void> | void }[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const failures: Error[] = [];
    for (const { what, stop } of steps.toReversed()) {
      try {
        await stop();
      } catch (error) {
        failures.push(new Error(`The ${what} did not stop cleanly`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything stopped cleanly');
  }

  return {
    add: (what, stop) => void steps.push({ what, stop }),
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}
