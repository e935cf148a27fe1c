import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeIncidents } from './leaving.ts';
import type { Run } from './simulate.ts';
import type { Incident, World } from './world.ts';

/** One payment a second for 1,000 seconds; rail 0 fails from second 300 to second 600. */
const INCIDENT: Incident = { rail: 0, fromMs: 300_000, toMs: 600_000 };

test('leaving and returning are timed from the incident’s beginning and end', () => {
  const run = runOf((second) => (second >= 330 && second < 700 ? 1 : 0));
  const { leaving, returning } = timeIncidents(worldOf([INCIDENT]), run, oracleRun());
  // Payments 314 to 333 hold 16 on the rail; the first 20 with at most 4 on it begin at 326.
  assert.deepEqual(leaving, [{ ms: 26_000, happened: true }]);
  assert.deepEqual(returning, [{ ms: 90_000, happened: true }]);
});

test('who explores a little has left all the same', () => {
  const run = runOf((second) => (second >= 300 && second % 6 !== 0 ? 1 : 0));
  assert.deepEqual(timeIncidents(worldOf([INCIDENT]), run, oracleRun()).leaving, [{ ms: 0, happened: true }]);
});

test('who never leaves took at least the whole incident, and is not timed for returning', () => {
  const { leaving, returning } = timeIncidents(
    worldOf([INCIDENT]),
    runOf(() => 0),
    oracleRun(),
  );
  assert.deepEqual(leaving, [{ ms: 300_000, happened: false }]);
  assert.deepEqual(returning, []);
});

test('who never returns took at least until the end', () => {
  const run = runOf((second) => (second < 300 ? 0 : 1));
  assert.deepEqual(timeIncidents(worldOf([INCIDENT]), run, oracleRun()).returning, [
    { ms: 399_000, happened: false },
  ]);
});

test('who was not on the rail is not timed, nor is a return the oracle does not make', () => {
  assert.deepEqual(
    timeIncidents(
      worldOf([INCIDENT]),
      runOf(() => 1),
      oracleRun(),
    ),
    {
      leaving: [],
      returning: [],
    },
  );
  const stays = runOf((second) => (second < 300 ? 0 : 1));
  assert.deepEqual(timeIncidents(worldOf([INCIDENT]), stays, stays).returning, []);
});

test('an incident in one country looks at payments of that country only', () => {
  const world = worldOf([{ ...INCIDENT, country: 'FR' }]);
  // Odd seconds are France; only they leave.
  const run = runOf((second) => (second >= 300 && second % 2 === 1 ? 1 : 0));
  assert.deepEqual(timeIncidents(world, run, oracleRun()).leaving, [{ ms: 1_000, happened: true }]);
});

function worldOf(incidents: readonly Incident[]): World {
  const payments = Array.from({ length: 1_000 }, (_, index) => ({
    index,
    atMs: index * 1_000,
    amountMinor: 1,
    country: index % 2 === 1 ? 'FR' : 'DE',
    institution: 'x',
  }));
  return { seed: 1, rails: [], payments, successChance: () => 1, reportDelayMs: () => 0, incidents };
}

function oracleRun(): Run {
  return runOf((second) => (second >= 300 && second < 600 ? 1 : 0));
}

function runOf(railAt: (second: number) => number): Run {
  const rails = Array.from({ length: 1_000 }, (_, second) => railAt(second));
  return { rails, expectedMinor: [], succeeded: [], spentMinor: 0 };
}
