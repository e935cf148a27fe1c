import { EVENT_ACTORS, EVENT_TYPES, type EventType, OPERATIONS } from '@switchyard/contract';
import { jsonText } from './json-text.ts';
import { code, fenced, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

/** When each event is written. A new type does not compile without its line. */
const WHEN: Readonly<Record<EventType, string>> = {
  'link_session.completed': 'The session has linked at least one account.',
  'link_session.failed': 'The session expired, the user declined, or the provider refused or did not answer.',
  'account.updated':
    'An account was linked or registered, verified, given consent anew or closed, or its details changed.',
  'account.reauth_required': 'The consent behind a linked account has expired or was revoked.',
  'payment_intent.requires_action': 'The user has something to do before the payment goes on.',
  'payment_intent.processing': 'The payment is under way; also written when it is created.',
  'payment_intent.succeeded': 'The payee has the money. Final.',
  'payment_intent.failed': 'The payment will not happen, and no money is left under way. Final.',
  'payment_intent.cancelled': 'The payment was called off, and no money is left under way. Final.',
  'leg.updated': 'A leg of a payment changed its status.',
  'connection.degraded': "A connection's circuit opened, or its success rate fell under the policy's floor.",
};

const ACTORS: Readonly<Record<(typeof EVENT_ACTORS)[number], string>> = {
  api: 'a call of yours, which `requestId` names',
  provider: 'something a provider reported',
  worker: 'our own work in the background',
  operator: 'a person in the console',
};

export const eventsPage: Page = {
  file: 'events.md',
  title: 'Events',
  source: 'packages/contract/src/schemas/event.ts',
  body: () =>
    paragraphs(
      `Whatever happens to your objects is written to an ordered log, in the same transaction as the change itself: if one
is there, so is the other. Within an environment \`sequence\` counts 1, 2, 3 … without a gap, so a reader can prove that it
has missed nothing.`,
      table(
        ['Type', 'Carries', 'Written when'],
        EVENT_TYPES.map((type) => [code(type), code(type.split('.')[0] ?? ''), WHEN[type]]),
      ),
      '## What an event holds',
      `\`data.object\` is the object as it was at that moment, without what could identify a person: holder names are masked,
references and metadata left out. \`previous\` has the old values of the fields that changed. \`cause.actor\` tells who was
behind it: ${EVENT_ACTORS.map((actor) => `${code(actor)} (${ACTORS[actor]})`).join(', ')}.`,
      `<details><summary>An event</summary>\n\n${fenced('json', jsonText(example()))}\n\n</details>`,
      '## Walking the log',
      `[\`events.list\`](operations.md#eventslist) answers oldest first. Keep the id of the last event you have dealt with and
send it as \`after\`; while \`hasMore\` is true there is more at once. Walking again from the same id shows the same events
in the same order, so a reader that stops anywhere can go on where it was.`,
    ),
};

function example(): unknown {
  return OPERATIONS.find(({ name }) => name === 'events.get')?.examples.response;
}
