/** Knows which refusal is the first of its key in a second: whoever is over a limit must not cost a row for every try. */
export function createFirstRefusals(now: () => number): (key: string) => boolean {
  const keys = new Set<string>();
  let second = Number.NaN;
  return (key) => {
    const current = Math.floor(now() / SECOND_MS);
    if (current !== second) keys.clear();
    second = current;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  };
}

const SECOND_MS = 1_000;
