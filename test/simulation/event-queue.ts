/** What is going to happen, by time; what is due at the same time happens in the order in which it was added. */
export interface EventQueue {
  add(atMs: number, action: () => void): void;
  /** Infinite when nothing is left. */
  nextMs(): number;
  take(): (() => void) | undefined;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly action: () => void;
}

/** A binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Entry[] = [];
  let added = 0;

  const isBefore = (a: Entry | undefined, b: Entry | undefined): boolean =>
    a !== undefined && (b === undefined || a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order));

  function swap(a: number, b: number): void {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return;
    heap[a] = other;
    heap[b] = one;
  }

  function rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[parent])) return;
      swap(at, parent);
      at = parent;
    }
  }

  function sink(): void {
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isBefore(heap[child], heap[at])) return;
      swap(at, child);
      at = child;
    }
  }

  return {
    add(atMs, action) {
      heap.push({ atMs, order: added, action });
      added += 1;
      rise(heap.length - 1);
    },
    nextMs: () => heap[0]?.atMs ?? Number.POSITIVE_INFINITY,
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first.action;
    },
  };
}
