/**
 * The law, sentence by sentence, over real HTTP, against the service as `npm start` starts it. One server serves all
 * topics; each makes its own objects, so that none depends on what another left behind.
 */
import { after, describe } from 'node:test';
import { startSwitchyard } from '../harness/start-switchyard.ts';
import { type Context, createContext, type Topic } from './context.ts';
import { expectManaged } from './expect.ts';
import { accounts } from './topics/accounts.ts';
import { addresses } from './topics/addresses.ts';
import { authentication } from './topics/authentication.ts';
import { brokenRequests, stallInHeaders } from './topics/broken-requests.ts';
import { conventions } from './topics/conventions.ts';
import { customers } from './topics/customers.ts';
import { decideMode } from './topics/decide-mode.ts';
import { description } from './topics/description.ts';
import { errors } from './topics/errors.ts';
import { events } from './topics/events.ts';
import { headers } from './topics/headers.ts';
import { health } from './topics/health.ts';
import { idempotency } from './topics/idempotency.ts';
import { institutions } from './topics/institutions.ts';
import { limits } from './topics/limits.ts';
import { linkSessions } from './topics/link-sessions.ts';
import { management } from './topics/management.ts';
import { nothingRepeated } from './topics/nothing-repeated.ts';
import { orpcClient } from './topics/orpc-client.ts';
import { pages } from './topics/pages.ts';
import { paymentIntents } from './topics/payment-intents.ts';
import { paymentOutcomes } from './topics/payment-outcomes.ts';
import { rails } from './topics/rails.ts';
import { returnUris } from './topics/return-uris.ts';
import { routeQuotes } from './topics/route-quotes.ts';
import { strictInput } from './topics/strict-input.ts';
import { strictJson } from './topics/strict-json.ts';
import { versioning } from './topics/versioning.ts';

const switchyard = await startSwitchyard({ via: 'npm' });
after(() => switchyard.stop());

const context = createContext(switchyard);
await allowReturns(context);
const stalled = stallInHeaders(context);
// Awaited by its own test, last; until then nobody is listening.
stalled.catch(() => undefined);

const TOPICS: Readonly<Record<string, Topic>> = {
  pages,
  conventions,
  rails,
  addresses,
  customers,
  accounts,
  events,
  errors,
  authentication,
  versioning,
  description,
  limits,
  idempotency,
  'strict input': strictInput,
  'strict JSON': strictJson,
  'nothing repeated': nothingRepeated,
  headers,
  'decide mode': decideMode,
  institutions,
  'link sessions': linkSessions,
  'route quotes': routeQuotes,
  'payment intents': paymentIntents,
  'outcomes of payments': paymentOutcomes,
  'return URIs': returnUris,
  management,
  health,
  "oRPC's own client": orpcClient,
  'broken requests': (given) => brokenRequests(given, stalled),
};

for (const [name, topic] of Object.entries(TOPICS)) describe(name, () => topic(context));

/** In live, users are sent back only to where an owner allows it. */
async function allowReturns({ manage }: Context): Promise<void> {
  const { data } = expectManaged('environments.list', await manage('/manage/v1/environments'));
  const live = data.find(({ mode }) => mode === 'live');
  const body = { settings: { returnOrigins: ['https://shop.example'] } };
  expectManaged('environments.update', await manage(`/manage/v1/environments/${live?.id}`, { body }));
}
