import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRequestIds } from '../http/request-ids.ts';
import { requestIdAt, timeOfRequestId } from './request-id.ts';

const times = fc.integer({ min: 0, max: Date.UTC(2999, 0, 1) });

test('an id tells the millisecond it was made in', () => {
  fc.assert(
    fc.property(times, (atMs) => {
      assert.equal(timeOfRequestId(createRequestIds(() => atMs)()).getTime(), atMs);
    }),
  );
});

test('a time divides the ids made before it from those made then or later', () => {
  fc.assert(
    fc.property(times, times, (atMs, madeMs) => {
      assert.equal(createRequestIds(() => madeMs)() >= requestIdAt(atMs), madeMs >= atMs);
    }),
  );
});
