/**
 * The operations that need a rail. Until one is built each answers 503, but only to a request that is right: what is
 * wrong with one is told now, in the words it will be told in later.
 */
import { test } from 'node:test';
import { type Checked, checkRequests, type Fields, get, post } from '../checked-requests.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotYetAvailable } from '../expect.ts';
import { EXAMPLE_REQUESTS, UNKNOWN } from '../fixtures.ts';
import { PSU_RIGHT, PSU_WRONG } from '../psu-samples.ts';

const WAITING = [
  'routeQuotes.create',
  'paymentIntents.create',
  'paymentIntents.get',
  'paymentIntents.advance',
  'paymentIntents.cancel',
  'paymentIntents.list',
] as const;

const RETURN_URI = 'https://shop.example/return';
const OTHER_ACCOUNT = 'acct_1111111111111111111111';
const EUROS = { value: '100', asset: 'iso4217:EUR' };
const BAND = { asset: 'iso4217:EUR', band: { min: '100', max: '200' } };

export const notYetAvailable: Topic = (context) => {
  rightRequests(context);
  for (const checked of CHECKED) checkRequests(context, checked, expectNotYetAvailable);
  identifiers(context);
};

const rightRequests: Topic = ({ api, live }) => {
  for (const name of WAITING) {
    const example = EXAMPLE_REQUESTS.find(({ operation }) => operation.name === name);
    if (example === undefined) throw new Error(`There is no operation ${name}`);
    const { operation, path, request } = example;
    test(`${operation.method} ${operation.path} answers a right request with 503 provider_unavailable`, async () => {
      expectNotYetAvailable(await api(path, request));
      expectNotYetAvailable(await live(path, request));
    });
  }
};

const CHECKED: readonly Checked[] = [
  ...[`/v1/payment_intents/${UNKNOWN.paymentIntent}`].map(
    (path): Checked => ({
      what: `POST ${path.replace(/[a-z]+_0+/, '{id}')}/advance`,
      send: post(`${path}/advance`, {}),
      right: [
        {},
        { returnParams: {} },
        { returnParams: { code: 'c', state: 's' } },
        { sdkResult: { token: 't' } },
      ],
      wrong: [
        ['returnParams', { returnParams: 'code=c' }],
        ['returnParams', { returnParams: ['code'] }],
        ['returnParams', { returnParams: null }],
        ['returnParams.code', { returnParams: { code: 7 } }],
        ['returnParams.code', { returnParams: { code: ['c'] } }],
        ['sdkResult', { sdkResult: 'token' }],
        ['sdkResult.token', { sdkResult: { token: null } }],
      ],
    }),
  ),
  {
    what: 'POST /v1/route_quotes',
    send: post('/v1/route_quotes', { from: UNKNOWN.account, to: OTHER_ACCOUNT, amount: EUROS }),
    right: [
      ...['cheapest', 'fastest', 'recommended'].map((preference) => ({ preference })),
      { preferRail: 'truelayer' },
      { channel: 'native' },
    ],
    wrong: [
      ['from', { from: undefined }],
      ['from', { from: UNKNOWN.customer }],
      ['to', { to: undefined }],
      ['to', { to: 'DE75512108001245126199' }],
      ['to', { to: UNKNOWN.account }],
      ['amount', { amount: undefined }],
      ['amount', { amount: '100' }],
      ['amount.band', { amount: { ...EUROS, band: BAND.band } }],
      ['preference', { preference: 'best' }],
      ['preferRail', { preferRail: ['truelayer'] }],
      ['channel', { channel: 'WEB' }],
    ],
  },
  {
    what: 'POST /v1/payment_intents',
    send: post('/v1/payment_intents', { quote: 'qt_00000000', digest: 'sha256:0', returnUri: RETURN_URI }),
    right: [{ reference: 'Invoice 4711' }, { metadata: { a: 'b' } }, ...PSU_RIGHT.map((psu) => ({ psu }))],
    wrong: [
      ['quote', { quote: undefined }],
      ['quote', { quote: UNKNOWN.paymentIntent }],
      ['digest', { digest: undefined }],
      ['digest', { digest: 7 }],
      ['returnUri', { returnUri: undefined }],
      ['reference', { reference: 7 }],
      ['metadata', { metadata: [] }],
      ['amount', { amount: EUROS }],
      ...PSU_WRONG.map(([param, psu]): [string, Fields] => [param, { psu }]),
    ],
  },
  {
    what: 'GET /v1/payment_intents',
    send: get('/v1/payment_intents', {}),
    right: [{}, { customer: UNKNOWN.customer }, { limit: 100 }],
    wrong: [
      ['customer', { customer: 'user-1' }],
      ['after', { after: UNKNOWN.customer }],
      ['after', { after: 'x' }],
      ['status', { status: 'succeeded' }],
    ],
  },
];

const identifiers: Topic = ({ api }) => {
  for (const [path, method] of [
    ['/v1/payment_intents/{id}', 'GET'],
    ['/v1/payment_intents/{id}/advance', 'POST'],
    ['/v1/payment_intents/{id}/cancel', 'POST'],
  ] as const) {
    const right = UNKNOWN.paymentIntent;
    for (const id of [UNKNOWN.customer, right.slice(0, 9), right.toUpperCase(), '0', `${right}-`]) {
      test(`${method} ${path} refuses the id ${id}`, async () => {
        expectInvalid(await api(path.replace('{id}', id), { method }), 'id');
      });
    }
  }
};
