import { ENGINE_SENTENCES, varsOfKey } from '@switchyard/engine';
import { varsOf } from '../../packages/server/src/messages/explain.ts';
import { type MessageKey, SENTENCES } from '../../packages/server/src/messages/sentences.ts';
import { failuresByKey, familyOf, MESSAGE_KEYS } from './failure-keys.ts';
import { code, codes, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

/** What each family of keys is about. */
const FAMILIES: Readonly<Record<string, string>> = {
  input: 'A field or parameter is not what the operation takes.',
  payto: 'An address is wrong. Which part is named, never the part itself.',
  json: 'The body cannot be read, or says something in two ways.',
  query: 'The query string cannot be read, or says something in two ways.',
  auth: 'Who is calling, and what that key may do.',
  version: 'The version of the API that was asked for.',
  rate: 'How much a key may call.',
  idempotency: 'Repeating a write safely.',
  cursor: 'Walking a list.',
  customer: 'Customers.',
  account: 'Accounts.',
  event: 'Events.',
  decision: 'Decisions.',
  outcome: 'Outcomes of decisions.',
  rail: 'Rails.',
  institution: 'Banks.',
  restriction: 'What a connection cannot do at a bank: `restrictions` of an institution.',
  link_session: 'Linking an account: why it goes over this rail, what went wrong, and what a call got wrong.',
  payment: 'How a payment stands, and why it failed.',
  cancel: 'Whether a payment can still be stopped.',
  payment_intent: 'Calls about a payment.',
  quote: 'Quotes.',
  route: 'Routes.',
  reference: 'What the payee is told with the money.',
  manage: 'Who calls the management API, and what that caller may do.',
  sign_in: 'Signing in as an operator.',
  session: 'Sessions of operators.',
  password: 'Passwords of operators.',
  founding: 'The first owner, as `switchyard bootstrap` creates it.',
  expiry: 'When a key or a token ends.',
  connection: 'Connections, as they are managed.',
  contract: 'Contracts, as they are managed.',
  connection_test: 'What came of testing one.',
  policy: 'Policies, as they are managed.',
  review: 'Payments that wait for an operator.',
  dry_run: 'Policies that are tried on what has happened.',
  api_key: 'API keys, as they are managed.',
  reconciliation_finding: 'Differences between our books and a provider’s list.',
  statistics: 'Statistics.',
  request_log: 'Requests that were logged.',
  operator: 'Operators.',
  management_token: 'Management tokens.',
  webhook_endpoint: 'Webhook endpoints.',
  webhook_delivery: 'What was sent to them.',
  return_uri: 'Where users are sent back to.',
  configuration: 'Management: a file of configuration that was planned or applied',
  environment: 'Environments.',
  test_fault: 'Faults of simulated providers.',
  test_clock: 'The clock of a test environment.',
};

export const explanationsPage: Page = {
  file: 'explanations.md',
  title: 'Explanations',
  source: 'packages/server/src/messages/sentences.ts',
  body: () => {
    const families = [...new Set(MESSAGE_KEYS.map(familyOf))];
    return paragraphs(
      `Wherever the service has a reason to give, it gives an explanation: \`{ key, vars, message }\`. The \`message\` is a
sentence for a person. The \`key\` and the \`vars\` are for programs: they are stable, so that you can write the sentence
anew, in your words or your user's language. No explanation ever holds an address, a name or a secret.`,
      `These are all ${MESSAGE_KEYS.length} keys. The code beside a key is the \`data.code\` of the [error](errors.md) that it explains; a key without one
explains part of an object.`,
      ...families.map(section),
      decisionSection(),
    );
  },
};

function section(family: string): string {
  const about = FAMILIES[family];
  if (about === undefined)
    throw new Error(`Say in ${import.meta.filename} what the explanations ${family}.* are about.`);
  const failures = failuresByKey();
  const rows = MESSAGE_KEYS.filter((key) => familyOf(key) === family).map((key) => [
    code(key),
    codes(varsOf(key)),
    SENTENCES[key],
    codesOf(key, failures),
  ]);
  return paragraphs(`## ${family}`, about, table(['Key', 'Vars', 'Sentence', 'Explains'], rows));
}

/** The engine's own sentences: why a rail was chosen, why it was not, and what would help. */
function decisionSection(): string {
  const rows = (Object.keys(ENGINE_SENTENCES) as (keyof typeof ENGINE_SENTENCES)[]).map((key) => [
    code(key),
    codes(varsOfKey(key)),
    ENGINE_SENTENCES[key],
  ]);
  return paragraphs(
    '## In decisions',
    'What the engine says, on the server and in your own process alike: `chosen.*` of the rail it picked, `lost.*` of each alternative, `fix.*` of what would help, and the rest of each connection that is out of the running.',
    table(['Key', 'Vars', 'Sentence'], rows),
  );
}

function codesOf(key: MessageKey, failures: ReturnType<typeof failuresByKey>): string {
  // A state that forbids a call is told to the caller as invalid_request with status 409.
  return codes(
    [...(failures.get(key) ?? [])].map((failure) =>
      failure === 'state_conflict' ? 'invalid_request' : failure,
    ),
  );
}
