import type { OpenAPI } from '@orpc/openapi';
import { API_VERSION } from '@switchyard/engine';

export const INFO: OpenAPI.InfoObject = {
  title: 'Switchyard',
  version: API_VERSION,
  summary: 'Routes money between the accounts of your users, over the rails you connect.',
  description: `Switchyard routes money between the accounts of your users over the payment and data providers
(rails) that you connect. There are three ways to use it, with one engine behind them all:

- **Route mode**: link accounts, quote routes, pay along the quote your user approved, watch. The service calls the providers.
- **Decide mode**: your backend calls the providers; the service answers which rail, what it will cost and why, from masked metadata, and learns from the outcomes you report.
- **Local mode**: fetch the routing snapshot and run the same engine in your own process.

**Environments.** Each API key belongs to one environment, test or live, and decides where a call runs. An object of another environment is not found.

**Idempotency.** Every write takes an \`Idempotency-Key\`. Within seven days the same key and request replay the first answer byte for byte, marked \`Idempotent-Replayed: true\`; the same key with another request is a conflict.

**Money.** Amounts are whole numbers of minor units, written as decimal strings, with their asset: \`{ "value": "25000", "asset": "iso4217:EUR" }\`.

**Lengths** count Unicode code points. Unknown fields and query parameters are refused, not ignored.

**Lists** return \`data\`, \`hasMore\` and, when there is more, \`next\`: send it as \`after\`.

**Errors.** The nine statuses of every operation carry \`defined: true\` and a stable \`data.code\`. Anything else, such as an unknown path (404), a wrong method (405), a body over 256 KiB (413), a body that is not JSON (415) or a fault of ours (500), has the same fields with \`defined: false\`.`,
  contact: { name: 'Switchyard' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export const TAGS: OpenAPI.TagObject[] = [
  { name: 'Rails', description: 'The catalogue of payment and data providers.' },
  { name: 'Addresses', description: 'Parsing and masking of `payto://` addresses, without storing them.' },
  { name: 'Institutions', description: "Banks reachable through your environment's connections." },
  { name: 'Customers', description: 'Your users, by your own ids.' },
  { name: 'Link sessions', description: "Linking a customer's bank account through a provider." },
  { name: 'Accounts', description: 'Accounts that money can move from and to, linked or registered.' },
  { name: 'Route quotes', description: 'Routes between two accounts, found and priced.' },
  { name: 'Payment intents', description: 'Payments along an accepted quote.' },
  {
    name: 'Decide mode',
    description: 'Routing decisions for a backend that calls the providers itself, and what it reports back.',
  },
  { name: 'Events', description: 'The ordered log of everything that happened.' },
];

export const SECURITY_SCHEMES: Record<string, OpenAPI.SecuritySchemeObject> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key, `sy_test_sk_…` or `sy_live_sk_…`. The marker says which environment the call runs in. ' +
      'Missing, malformed, unknown, expired and revoked keys all get the same 401.',
  },
};
