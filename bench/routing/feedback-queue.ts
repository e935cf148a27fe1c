import type { Feedback } from './policy.ts';

/** Outcomes on their way to whoever learns from them; they come out in the order in which they are reported. */
export interface FeedbackQueue {
  readonly push: (feedback: Feedback) => void;
  /** The earliest that has been reported by then, or nothing. */
  readonly popUntil: (atMs: number) => Feedback | undefined;
}

/** A binary heap: delays differ by rail and by outcome, so they do not come in the order of the payments. */
export function createFeedbackQueue(): FeedbackQueue {
  const heap: Feedback[] = [];
  return {
    push: (feedback) => {
      heap.push(feedback);
      siftUp(heap);
    },
    popUntil: (atMs) => {
      const [first] = heap;
      if (first === undefined || first.reportedAtMs > atMs) return undefined;
      const last = heap.pop();
      if (heap.length > 0 && last !== undefined) {
        heap[0] = last;
        siftDown(heap);
      }
      return first;
    },
  };
}

function siftUp(heap: Feedback[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfEarlier(heap, at, parent)) return;
    at = parent;
  }
}

function siftDown(heap: Feedback[]): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    const child = isEarlier(heap[right], heap[left]) ? right : left;
    if (!swapIfEarlier(heap, child, at)) return;
    at = child;
  }
}

function swapIfEarlier(heap: Feedback[], child: number, parent: number): boolean {
  const below = heap[child];
  const above = heap[parent];
  if (below === undefined || above === undefined || !isEarlier(below, above)) return false;
  heap[child] = above;
  heap[parent] = below;
  return true;
}

/** Equal times keep the order of the payments, so that a run is the same every time. */
function isEarlier(a: Feedback | undefined, b: Feedback | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.reportedAtMs === b.reportedAtMs
    ? a.payment.index < b.payment.index
    : a.reportedAtMs < b.reportedAtMs;
}
