import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePayto } from '@switchyard/payto';
import type { RequiresAction } from '../answer.ts';
import type { BankLink, LinkStart, LinkStep } from '../roles/bank-link.ts';
import { endureDisturbances } from './disturbances.ts';
import type { LinkFixture, RailFixture, UserReturn } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

const STEPS_MAX = 20;

export function linkRules<Credentials>(fixture: RailFixture<Credentials>, link: LinkFixture): void {
  test('a user who agrees has an account linked, with an address that holds', async () => {
    const stage = openStage(fixture);
    const { step } = await walk(stage, link, (action) => link.approve(action));
    assert.equal(step.kind, 'done', JSON.stringify(step));
    assert.ok(step.result.accounts.length > 0);
    for (const account of step.result.accounts) {
      assert.ok(parsePayto(account.payto).ok, 'the address of a linked account can be read');
      assert.ok(account.assets.length > 0);
    }
    const consent = await linkOf(stage).checkConsent({ grant: step.result.grant.secret });
    assert.ok(consent.kind === 'done' && consent.result.state === 'valid', JSON.stringify(consent));
  });

  test('a user who declines has nothing linked, and it says why', async () => {
    const { step } = await walk(openStage(fixture), link, (action) => link.decline(action));
    assert.ok(step.kind === 'refused' && step.code === 'user_declined', JSON.stringify(step));
  });

  test('the state comes back with the user', async () => {
    const { state, returned } = await walk(openStage(fixture), link, (action) => link.approve(action));
    if (returned.returnParams !== undefined) assert.equal(returned.returnParams.state, state);
  });

  test('whatever happens to a call of linking, it is a value and one attempt', async () => {
    await endureDisturbances(fixture, (stage) => () => linkOf(stage).start(startOf(link)));
  });
}

async function walk(
  stage: Stage,
  link: LinkFixture,
  decide: (action: RequiresAction['action']) => Promise<UserReturn>,
): Promise<{ readonly step: LinkStep; readonly state: string; readonly returned: UserReturn }> {
  const start = startOf(link);
  const first = await linkOf(stage).start(start);
  assert.equal(first.kind, 'requires_action', JSON.stringify(first));
  const returned = await decide(first.action);
  let step = await linkOf(stage).resume({ memo: first.memo, returnUri: start.returnUri, ...returned });
  for (let count = 0; step.kind === 'processing' && count < STEPS_MAX; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    step = await linkOf(stage).poll({ memo: step.memo });
  }
  return { step, state: start.state, returned };
}

function startOf(link: LinkFixture): LinkStart {
  return { ...link.start(), key: crypto.randomUUID(), state: crypto.randomUUID() };
}

function linkOf(stage: Stage): BankLink {
  assert.ok(stage.rail.bankLink, 'the rail links accounts');
  return stage.rail.bankLink;
}
