/** The database knows the states of the tables in domain/, and which of them are final. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LINK_SESSION_TRANSITIONS } from '../domain/link-session/states.ts';
import { LEG_TRANSITIONS, PAYMENT_TRANSITIONS } from '../domain/payment/states.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

const MACHINES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  link_session: LINK_SESSION_TRANSITIONS,
  payment_intent: PAYMENT_TRANSITIONS,
  leg: LEG_TRANSITIONS,
};

for (const [table, transitions] of Object.entries(MACHINES)) {
  test(`a ${table} can be in the states of its table, and in no other`, async () => {
    const [check] = await asked(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1`,
      `${table}_status_check`,
    );
    assert.deepEqual(quotedIn(check), Object.keys(transitions).toSorted());
  });

  test(`a ${table} that is in a final state of its table stays there`, async () => {
    const [trigger] = await asked(
      `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = $1`,
      `${table}_final`,
    );
    const finals = Object.keys(transitions).filter((status) => transitions[status]?.length === 0);
    assert.deepEqual(quotedIn(trigger), finals.toSorted());
  });
}

async function asked(text: string, name: string): Promise<readonly { readonly text: string }[]> {
  const { id } = await store.newEnvironment('test');
  return store.asOwner<{ text: string }>(text, [name], id);
}

function quotedIn(definition: { readonly text: string } | undefined): readonly string[] {
  return [...(definition?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, status = '']) => status).toSorted();
}
