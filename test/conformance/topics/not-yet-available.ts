/**
 * The operations that need a rail. Until one is built each answers 503, but only to a request that is right: what is
 * wrong with one is told now, in the words it will be told in later.
 */
import { test } from 'node:test';
import { type Checked, checkRequests, type Fields, get, post } from '../checked-requests.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotYetAvailable } from '../expect.ts';
import { EXAMPLE_REQUESTS, UNKNOWN } from '../fixtures.ts';

const WAITING = [
  'institutions.list',
  'linkSessions.create',
  'linkSessions.advance',
  'linkSessions.get',
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

const PSU_RIGHT: readonly Fields[] = [
  {},
  { ip: '203.0.113.7' },
  { ip: '2001:db8::1' },
  { userAgent: 'Mozilla/5.0' },
  { deviceId: 'd-1' },
  { psuType: 'personal' },
  { psuType: 'business' },
];
const PSU_WRONG: readonly (readonly [string, Fields])[] = [
  ['psu.ip', { ip: '999.1.1.1' }],
  ['psu.ip', { ip: 'localhost' }],
  ['psu.ip', { ip: '203.0.113.7/32' }],
  ['psu.ip', { ip: '' }],
  ['psu.userAgent', { userAgent: 7 }],
  ['psu.deviceId', { deviceId: null }],
  ['psu.psuType', { psuType: 'corporate' }],
  ['psu.name', { name: 'Ada' }],
];

const CHECKED: readonly Checked[] = [
  {
    what: 'GET /v1/institutions',
    send: get('/v1/institutions', { country: 'DE' }),
    right: [{ q: 'bank' }, { q: 'Crédit 🏦' }, { limit: 1 }, { country: 'GB', q: 'a b', limit: 100 }],
    wrong: [
      ['country', { country: undefined }],
      ['country', { country: 'Germany' }],
      ['after', { after: 'ins_0000000000000000000000' }],
    ],
  },
  {
    what: 'POST /v1/link_sessions',
    send: post('/v1/link_sessions', { customer: UNKNOWN.customer, country: 'DE', returnUri: RETURN_URI }),
    right: [
      {},
      { institution: 'ins_00000000' },
      { rail: 'truelayer' },
      { channel: 'web' },
      { channel: 'native' },
      ...PSU_RIGHT.map((psu) => ({ psu })),
    ],
    wrong: [
      ['customer', { customer: undefined }],
      ['customer', { customer: 'user-1' }],
      ['customer', { customer: UNKNOWN.account }],
      ['country', { country: undefined }],
      ['country', { country: 'de' }],
      ['institution', { institution: 'Deutsche Bank' }],
      ['institution', { institution: 'ins_1234567' }],
      ['rail', { rail: 7 }],
      ['channel', { channel: 'mobile' }],
      ['channel', { channel: null }],
      ['returnUri', { returnUri: undefined }],
      ['psu', { psu: 'me' }],
      ['psu', { psu: null }],
      ...PSU_WRONG.map(([param, psu]): [string, Fields] => [param, { psu }]),
    ],
  },
  ...[`/v1/link_sessions/${UNKNOWN.linkSession}`, `/v1/payment_intents/${UNKNOWN.paymentIntent}`].map(
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
    ['/v1/link_sessions/{id}', 'GET'],
    ['/v1/link_sessions/{id}/advance', 'POST'],
    ['/v1/payment_intents/{id}', 'GET'],
    ['/v1/payment_intents/{id}/advance', 'POST'],
    ['/v1/payment_intents/{id}/cancel', 'POST'],
  ] as const) {
    const right = path.includes('link') ? UNKNOWN.linkSession : UNKNOWN.paymentIntent;
    for (const id of [UNKNOWN.customer, right.slice(0, 9), right.toUpperCase(), '0', `${right}-`]) {
      test(`${method} ${path} refuses the id ${id}`, async () => {
        expectInvalid(await api(path.replace('{id}', id), { method }), 'id');
      });
    }
  }
};
