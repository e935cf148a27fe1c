/** Runs a task for each item, at most `width` of them at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
