/**
 * Remembers what was made for a key, but only so much. Two generations: when the young one is full it becomes the old one,
 * and what the old one held is forgotten. What is used again moves over, so what is in use stays; a hit writes nothing.
 */
export interface Memo<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
}

export function createMemo<K, V>(generationMax: number): Memo<K, V> {
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const set = (key: K, value: V): void => {
    if (young.size >= generationMax) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get: (key) => {
      const hit = young.get(key);
      if (hit !== undefined) return hit;
      const found = old.get(key);
      if (found !== undefined) set(key, found);
      return found;
    },
    set,
  };
}
