/** Where webhooks go: over the API, one event each, or in the settings of the business for all that there are. */
import { json, nothing } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import { apiRoute, type FieldError, type Fields, fieldsOf, invalid, refusal, textOf } from './api-route.ts';
import type { Business } from './business.ts';
import type { State, Subscription } from './state.ts';
import { EVENT_TYPES } from './webhooks.ts';

export function subscriptionRoutes(state: State): readonly Route[] {
  const { subscriptions } = state;
  const present = (subscription: Subscription) => presentSubscription(state.business, subscription);
  const path = '/v3/profiles/:profileId/subscriptions';
  return [
    apiRoute(state, 'POST', path, (_request, body) => createSubscription(state, body)),
    apiRoute(state, 'GET', path, () => json(200, subscriptions.list().map(present))),
    apiRoute(state, 'GET', `${path}/:subscriptionId`, ({ params }) => {
      const subscription = subscriptions.get(params.subscriptionId ?? '');
      return subscription === undefined ? unknown() : json(200, present(subscription));
    }),
    apiRoute(state, 'DELETE', `${path}/:subscriptionId`, ({ params }) =>
      subscriptions.delete(params.subscriptionId ?? '') ? nothing(204) : unknown(),
    ),
  ];
}

/** What people do on Wise's own pages. */
export function dashboardRoutes(state: State): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/__dashboard',
      kind: 'api',
      handle({ json: body }) {
        const url = textOf(fieldsOf(body).webhookUrl);
        if (!URL.canParse(url)) return json(400, { error: 'The body has webhookUrl.' });
        for (const { id } of state.subscriptions.list().filter((earlier) => isOther(earlier, url))) {
          state.subscriptions.delete(id);
        }
        for (const triggerOn of EVENT_TYPES) subscribe(state, { name: SETTINGS, triggerOn, url });
        return nothing(204);
      },
    },
    {
      method: 'GET',
      path: '/__dashboard/transfers',
      kind: 'page',
      handle({ query }) {
        const key = query.get('customerTransactionId');
        const items = state.transfers
          .list()
          .filter(({ customerTransactionId }) => customerTransactionId === key)
          .map(({ id, status, funding }) => ({ id, status, isFunded: funding !== undefined }));
        return json(200, { items });
      },
    },
  ];
}

const SETTINGS = 'settings';

/** The settings hold one address: that of an earlier start of the client would lead nowhere. */
function isOther({ name, url }: Subscription, wanted: string): boolean {
  return name === SETTINGS && url !== wanted;
}

function createSubscription(state: State, body: Fields): Reply {
  const delivery = fieldsOf(body.delivery);
  const [name, triggerOn] = [textOf(body.name), textOf(body.trigger_on)];
  const [version, url] = [textOf(delivery.version), textOf(delivery.url)];
  const errors = [
    ...missingUnless(name !== '', 'name'),
    ...missingUnless(
      EVENT_TYPES.some((type) => type === triggerOn),
      'trigger_on',
    ),
    ...missingUnless(/^[2-4]\.0\.0$/.test(version), 'delivery.version'),
    ...missingUnless(URL.canParse(url), 'delivery.url'),
  ];
  if (errors.length > 0) return invalid(400, errors);
  return json(200, presentSubscription(state.business, subscribe(state, { name, triggerOn, url, version })));
}

function missingUnless(isThere: boolean, path: string): readonly FieldError[] {
  return isThere ? [] : [{ code: 'NOT_VALID', path, message: `Please check ${path}.` }];
}

function unknown(): Reply {
  return refusal(404, 'subscription.not-found', 'There is no such subscription.');
}

/** The same address for the same event is subscribed once, however often it is asked for. */
function subscribe(
  { world, subscriptions }: State,
  wanted: Pick<Subscription, 'name' | 'triggerOn' | 'url'> & { readonly version?: string },
): Subscription {
  const earlier = subscriptions.find(
    ({ triggerOn, url }) => triggerOn === wanted.triggerOn && url === wanted.url,
  );
  if (earlier !== undefined) return earlier;
  const subscription = { version: '2.0.0', ...wanted, id: world.uuid(), createdAtMs: world.now() };
  subscriptions.set(subscription.id, subscription);
  return subscription;
}

function presentSubscription(
  { profileId, userId }: Business,
  { id, name, triggerOn, version, url, createdAtMs }: Subscription,
) {
  return {
    id,
    name,
    trigger_on: triggerOn,
    delivery: { version, url },
    scope: { domain: 'profile', id: String(profileId) },
    created_by: { type: 'user', id: String(userId) },
    created_at: new Date(createdAtMs).toISOString(),
  };
}
