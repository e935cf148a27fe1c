/** Waits until work of the database is done, which never fails, or for that long: what is at hand is better than no answer. */
export async function withinTime(work: Promise<void> | undefined, msMax: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, msMax);
  });
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
}
