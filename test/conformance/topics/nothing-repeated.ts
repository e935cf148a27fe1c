/** No error repeats an address it was given: wherever one may be put by mistake, the refusal does not carry it on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiAnswer } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { IBAN, PAYTO, UNKNOWN } from '../fixtures.ts';

export const nothingRepeated: Topic = ({ api }) => {
  const json = (path: string, rawBody: string) => () => api(path, { rawBody, method: 'POST' });
  const cancel = `/v1/payment_intents/${UNKNOWN.paymentIntent}/cancel`;
  const places: Readonly<Record<string, () => Promise<ApiAnswer>>> = {
    'the id in a path': () => api(`/v1/accounts/${encodeURIComponent(PAYTO)}`),
    'an unknown path': () => api(`/v1/${IBAN}`),
    'a cursor': () => api(`/v1/accounts?after=${encodeURIComponent(PAYTO)}`),
    'a filter': () => api(`/v1/accounts?customer=${encodeURIComponent(PAYTO)}`),
    'the name of a query parameter': () => api(`/v1/accounts?${encodeURIComponent(PAYTO)}=1`),
    'the name of a query parameter where there are none': () =>
      api(`/v1/routing_snapshot?${encodeURIComponent(PAYTO)}=1`),
    'the name of a query parameter given twice': () => api(`/v1/accounts?${IBAN}=1&${IBAN}=1`),
    'the name of an empty query parameter': () => api(`/v1/accounts?${IBAN}`),
    'the name of a query parameter with a NUL behind it': () => api(`/v1/accounts?${IBAN}=%00`),
    'the value of a query parameter': () => api(`/v1/rails?country=${IBAN}`),
    'the name of a body field': json('/v1/accounts', `{"${PAYTO}":1}`),
    'the name of a body field where there are none': json(cancel, `{"${PAYTO}":1}`),
    'the name of a body field given twice': json('/v1/accounts', `{"${IBAN}":1,"${IBAN}":1}`),
    'the name of a body field whose value is broken': json('/v1/accounts', `{"${IBAN}":"\\u0000"}`),
    'the name of a body field before a syntax error': json('/v1/accounts', `{"${IBAN}":x}`),
    'the name of a body field nested too deep': json('/v1/accounts', `{"${IBAN}":${'['.repeat(40)}`),
    'a body field of the wrong kind': json('/v1/accounts', `{"holderName":"A","payto":["${PAYTO}"]}`),
    'a key of metadata': json('/v1/customers', `{"externalId":"a","metadata":{"${IBAN}":1}}`),
    'a key of metadata that is too long': json(
      '/v1/customers',
      `{"externalId":"a","metadata":{"${PAYTO}${PAYTO}":"x"}}`,
    ),
    'an enumeration': json(
      '/v1/outcomes',
      `{"decision":"dec_00000000","rail":"a","latencyMs":1,"status":"${IBAN}"}`,
    ),
    'an account reference': json(
      '/v1/route_decisions',
      `{"operation":"verification.cop","payer":{"country":"DE","accountRef":"${IBAN}"}}`,
    ),
    'a return address': json(
      '/v1/link_sessions',
      `{"customer":"${UNKNOWN.customer}","country":"DE","returnUri":"${PAYTO} "}`,
    ),
  };
  for (const [place, send] of Object.entries(places)) {
    test(`an error does not repeat an address given as ${place}`, async () => {
      const answer = await send();
      assert.ok(answer.status === 400 || answer.status === 404, answer.text);
      assert.doesNotMatch(answer.text, new RegExp(IBAN.slice(2, 18)));
    });
  }

  test('the service version it does not know is not repeated either', async () => {
    const answer = await api('/v1/rails', { headers: { 'service-version': IBAN } });
    assert.ok(!answer.text.includes(IBAN));
  });
};
