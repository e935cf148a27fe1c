import assert from 'node:assert/strict';
import { FAILURE_KINDS } from '../failures.ts';
import type { HttpAnswer } from '../ports.ts';
import type { RailFixture } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

/** Answers no provider documents. */
const STRANGE: Readonly<Record<string, HttpAnswer>> = {
  'no connection': { kind: 'not_connected' },
  'no answer': { kind: 'no_answer' },
  'a server error': { kind: 'answer', status: 500, headers: {}, body: 'oops' },
  'a bad gateway page': {
    kind: 'answer',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<h1>502</h1>',
  },
  'half an answer': {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"a',
  },
  'an answer of another kind': { kind: 'answer', status: 200, headers: {}, body: '[]' },
  'nothing at all': { kind: 'answer', status: 200, headers: {}, body: '' },
  'a limit': { kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: '{}' },
  'a refusal of our credentials': { kind: 'answer', status: 401, headers: {}, body: '{}' },
};

/**
 * Disturbs every call of an operation in turn, in every strange way. It must answer with a failure, make no further
 * call of the same purpose, and must not be sure of a payment that it cannot be sure of. What the operation needs
 * beforehand is prepared in peace.
 */
export async function endureDisturbances<Credentials>(
  fixture: RailFixture<Credentials>,
  prepare: (stage: Stage) => Operation | Promise<Operation>,
  moneyPurposes: readonly string[] = [],
): Promise<void> {
  const calm = openStage(fixture);
  await (await prepare(calm))();
  assert.ok(calm.http.sent.length > 0, 'the operation calls the provider');
  for (const [index, call] of calm.http.sent.entries()) {
    for (const [name, answer] of Object.entries(STRANGE)) {
      const stage = openStage(fixture);
      const operate = await prepare(stage);
      stage.http.disturb({ call: index, with: answer, after: answer.kind !== 'not_connected' });
      const outcome = await operate();
      const where = `${call.purpose} answered with ${name}`;
      const repeated = stage.http.sent.slice(index + 1).filter((later) => later.purpose === call.purpose);
      assert.equal(repeated.length, 0, `${where}: one attempt only`);
      assertCautious(outcome.kind, moneyPurposes.includes(call.purpose), answer, where);
    }
  }
}

type Operation = () => Promise<{ readonly kind: string }>;

function assertCautious(kind: string, movesMoney: boolean, answer: HttpAnswer, where: string): void {
  assert.ok(isFailureKind(kind), `${where}: expected a failure, got ${kind}`);
  if (answer.kind === 'not_connected') {
    assert.notEqual(kind, 'unknown_outcome', `${where}: nothing can have happened`);
    return;
  }
  const isClear = answer.kind === 'answer' && (answer.status === 401 || answer.status === 429);
  if (movesMoney && !isClear) assert.equal(kind, 'unknown_outcome', `${where}: it may have happened`);
}

function isFailureKind(kind: string): boolean {
  return FAILURE_KINDS.some((known) => known === kind);
}
