import { LINK_SESSION_TRANSITIONS } from '../../packages/server/src/domain/link-session/states.ts';
import { LEG_TRANSITIONS, PAYMENT_TRANSITIONS } from '../../packages/server/src/domain/payment/states.ts';
import { code, codes, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

type Transitions = Readonly<Record<string, readonly string[]>>;

/** What a status means. A new one does not compile without its line. */
const LINK_SESSION: Readonly<Record<keyof typeof LINK_SESSION_TRANSITIONS, string>> = {
  requires_action: 'The user has something to do: `action` says what.',
  processing: 'It is our turn or the provider’s.',
  completed: 'Accounts are linked.',
  failed: 'None is; `failure` says why.',
};

const PAYMENT: Readonly<Record<keyof typeof PAYMENT_TRANSITIONS, string>> = {
  processing: 'It is our turn or a provider’s. Every payment starts here.',
  requires_action: 'The user has to approve.',
  succeeded: 'The payee has the money.',
  failed: 'It did not happen, and no money is away; `failure` says why.',
  cancelled: 'It was called off, and no money is away.',
};

const LEG: Readonly<Record<keyof typeof LEG_TRANSITIONS, string>> = {
  pending: 'It waits for the leg before it, or for its provider to make a page to approve on.',
  requires_action: 'The user has to approve it.',
  submitting: 'The provider is being told to pay.',
  submitted: 'The provider has it and is working on it.',
  unknown: 'The provider did not say what became of it, and we are finding out. Never taken for a failure.',
  review: 'Nobody could find out, or the sums differ: an operator looks, and needs evidence.',
  settled: 'The money is where it was to go.',
  returning: 'The money is being brought back, by the leg whose `compensationOf` names this one.',
  returned: 'The money is back.',
  failed: 'It did not happen.',
  cancelled: 'It was never begun, or was stopped before money moved.',
};

export const statesPage: Page = {
  file: 'states.md',
  title: 'States',
  source: 'packages/server/src/domain',
  body: () =>
    paragraphs(
      `Each change is one transition of these tables, committed together with its event. A status without a next one is final;
a leg that has settled can only be undone. The database knows the final ones too, and lets nothing out of them.`,
      '## Payment intents',
      `A payment is \`requires_action\` while a leg of it is. It is \`failed\` or \`cancelled\` only when no leg is settled or
unresolved without a completed return.`,
      machine(PAYMENT_TRANSITIONS, PAYMENT),
      '## Legs',
      'A leg starts `pending`. Which provider word stands behind a status is in `providerStatus`.',
      machine(LEG_TRANSITIONS, LEG),
      '## Link sessions',
      'The user’s turn and ours may alternate, because a bank may ask twice.',
      machine(LINK_SESSION_TRANSITIONS, LINK_SESSION),
    ),
};

function machine(transitions: Transitions, meanings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(meanings).map(([status, meaning]) => {
    const next = (transitions[status] ?? []).filter((to) => to !== status);
    return [code(status), next.length === 0 ? 'final' : codes(next), meaning];
  });
  return table(['Status', 'Next', 'Means'], rows);
}
