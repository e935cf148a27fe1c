import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayedFeedback } from '../scenarios/delayed-feedback.ts';
import { institutionFailure } from '../scenarios/institution-failure.ts';
import { outage } from '../scenarios/outage.ts';
import { priceTiers } from '../scenarios/price-tiers.ts';
import { simulate } from '../simulate.ts';
import { concerns, type World } from '../world.ts';
import { staticPriority } from './static-priority.ts';
import { switchyard } from './switchyard.ts';

const SIZE = { durationMs: 2 * 3_600_000, payments: 2_400 };

test('the engine leaves a rail that breaks down, and does not for long believe a silent one', () => {
  for (const scenario of [outage, delayedFeedback]) {
    const world = scenario.create(5, SIZE);
    const [incident] = world.incidents;
    assert.ok(incident);
    const run = simulate(world, switchyard.create(world, 5));
    const late = world.payments.filter(
      ({ atMs }) => atMs > incident.fromMs + 6 * 60_000 && atMs < incident.toMs,
    );
    const stuck = late.filter(({ index }) => run.rails[index] === incident.rail).length;
    assert.ok(stuck < late.length / 10, `${scenario.id}: ${stuck} of ${late.length}`);
  }
});

test('a failure at one bank moves that bank and no other', () => {
  const world = institutionFailure.create(6, { durationMs: 8 * 3_600_000, payments: 9_600 });
  const [incident] = world.incidents;
  assert.ok(incident);
  const run = simulate(world, switchyard.create(world, 6));
  const during = world.payments.filter(
    ({ atMs }) => atMs > incident.fromMs + 1_800_000 && atMs < incident.toMs,
  );
  const share = (isConcerned: boolean) => {
    const some = during.filter((payment) => concerns(incident, payment) === isConcerned);
    return some.filter(({ index }) => run.rails[index] === incident.rail).length / some.length;
  };
  assert.ok(share(true) < 0.2 && share(false) > 0.6, `${share(true)} and ${share(false)}`);
});

test('the engine moves on when a contract is used up', () => {
  const world = priceTiers.create(7, SIZE);
  const included = world.rails[0]?.tiers[1]?.from ?? 0;
  const run = simulate(world, switchyard.create(world, 7));
  const carried = run.rails.filter((rail) => rail === 0).length;
  assert.ok(carried > included * 0.95 && carried < included * 1.1, `${carried} for ${included}`);
});

test('the same seed routes alike', () => {
  const world: World = outage.create(8, { durationMs: 600_000, payments: 200 });
  const run = () => simulate(world, switchyard.create(world, 8)).rails;
  assert.deepEqual(run(), run());
  assert.notDeepEqual(run(), simulate(world, staticPriority.create(world, 8)).rails);
});
