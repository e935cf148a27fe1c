/**
 * No drift from the real API: TrueLayer's answers as its own libraries recorded them. Our adapter must understand each, and
 * the simulator's answers must have the same shape. The recordings are not ours to ship, so they are read where they lie.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { patientHttp } from '../patient-http.ts';
import { createRecordedHttp, type Exchange } from '../recorded-http.ts';
import type { HttpRequest, PaymentStep } from './kit.ts';
import { pathsOf, type Shape } from './shape.ts';
import { britishOrder, decide, openRail, type Started, startTruelayer } from './start-truelayer.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/providers/truelayer-fixtures', import.meta.url));
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];

/** What they answer is asked for by no call of ours. */
const NOT_OURS = [
  /refund/,
  /submit_provider_selection/,
  /submit_payment_returns/,
  /200\.get_payments_provider/,
];

/** What our adapter makes of a recording: of the call that creates a payment, the one that starts it, the one that asks. */
const CREATED: Readonly<Record<string, string>> = {
  'payments__201.create_payment.authorization_required': 'requires_action',
  'payments__201.create_payment.authorized': 'processing',
  'payments__201.create_payment.failed': 'refused bank_refused',
  'payments__400.request_invalid': 'rejected invalid-parameters',
  'payments__401.invalid_signature': 'misconfigured unauthenticated',
  'payments__401.invalid_token': 'misconfigured unauthenticated',
};
const STARTED: Readonly<Record<string, string>> = {
  'payments__200.start_authorization_flow.authorizing.consent': 'refused provider_rejected',
  'payments__200.start_authorization_flow.authorizing.form': 'refused provider_rejected',
  'payments__200.start_authorization_flow.authorizing.provider_selection': 'refused provider_rejected',
  'payments__200.start_authorization_flow.authorizing.redirect': 'requires_action',
  'payments__200.start_authorization_flow.authorizing.wait': 'processing',
  'payments__200.start_authorization_flow.failed': 'refused bank_refused',
};
const ASKED: Readonly<Record<string, string>> = {
  'payments__200.get_payment_by_id.bank_transfer.attempt_failed': 'processing',
  'payments__200.get_payment_by_id.bank_transfer.authorization_required': 'processing',
  'payments__200.get_payment_by_id.bank_transfer.authorized': 'processing',
  'payments__200.get_payment_by_id.bank_transfer.authorizing': 'processing',
  'payments__200.get_payment_by_id.bank_transfer.executed': 'done executed',
  'payments__200.get_payment_by_id.bank_transfer.failed': 'refused provider_rejected',
  'payments__200.get_payment_by_id.bank_transfer.settled': 'done settled',
  'payments__200.get_payment_by_id.mandate.executed': 'done executed',
  'payments__200.get_payment_by_id.mandate.failed': 'refused provider_rejected',
  'payments__200.get_payment_by_id.unknown_response_field': 'done settled',
  'payments__200.get_payment_by_id.with_submerchants': 'done executed',
  'payments__404.payment_not_found': 'absent',
};
const TOKENS: Readonly<Record<string, string>> = {
  'auth__200.access_token': 'requires_action',
  'auth__200.access_token.immediate_expiration': 'requires_action',
  'auth__400.invalid_client': 'misconfigured invalid_client',
};
const SEARCHED = 'payments_providers__200.search_payments_providers';

describe('the recorded answers of TrueLayer', {
  skip: files.length === 0 && 'the recordings are not here',
}, () => {
  let started: Started;
  before(async () => {
    started = await startTruelayer();
  });
  after(() => started.stop());

  test('each recording is understood by a test below, or is said not to be ours', () => {
    const known = [CREATED, STARTED, ASKED, TOKENS].flatMap((table) => Object.keys(table));
    const left = files
      .map((name) => name.replace('.json', ''))
      .filter((name) => ![...known, SEARCHED].includes(name))
      .filter((name) => !NOT_OURS.some((pattern) => pattern.test(name)));
    assert.deepEqual(left, []);
  });

  /** A rail whose provider answers one call with a recording and the others as the simulator does. */
  const openWith = (purpose: string, name: string) => {
    const http = createRecordedHttp(patientHttp());
    const [, status = '200'] = /__([0-9]{3})\./.exec(name) ?? [];
    return started.open({
      http: {
        send: async (request: HttpRequest) =>
          request.purpose === purpose
            ? { kind: 'answer', status: Number(status), headers: {}, body: read(name) }
            : http.send(request),
      },
    });
  };

  for (const [name, expected] of Object.entries(CREATED)) {
    test(`${name} is ${expected}`, async () => {
      const rail = openRail(started.credentials, {
        now: Date.now,
        randomUuid: () => crypto.randomUUID(),
        http: {
          async send({ purpose }) {
            const answers: Readonly<Record<string, string>> = {
              'auth.token': 'auth__200.access_token',
              'payments.create': name,
              'payments.authorize': 'payments__200.start_authorization_flow.authorizing.redirect',
            };
            const recording = answers[purpose] ?? '';
            const [, status = ''] = /__([0-9]{3})\./.exec(recording) ?? [];
            return { kind: 'answer', status: Number(status), headers: {}, body: read(recording) };
          },
        },
      });
      assert.equal(told(await rail.payment.start(britishOrder())), expected);
    });
  }

  for (const [name, expected] of Object.entries(STARTED)) {
    test(`${name} is ${expected}`, async () => {
      const { payment } = openWith('payments.authorize', name);
      assert.equal(told(await payment.start(britishOrder())), expected);
    });
  }

  for (const [name, expected] of Object.entries(ASKED)) {
    test(`${name} is ${expected}`, async () => {
      const { payment } = openWith('payments.get', name);
      const memo = { payment: 'payment-1', isBack: false };
      assert.equal(told(await payment.query({ order: britishOrder(), memo })), expected);
    });
  }

  for (const [name, expected] of Object.entries(TOKENS)) {
    test(`${name} is ${expected}`, async () => {
      const real = createRecordedHttp(patientHttp());
      await started.open({ http: real }).payment.start(britishOrder());
      const { access_token: token } = JSON.parse(bodyOf(callOf(real.exchanges, 'auth.token')));
      const [, status = ''] = /__([0-9]{3})\./.exec(name) ?? [];
      // The recorded token opens nothing here, so a good one takes its place.
      const recording = { ...JSON.parse(read(name)), ...(status === '200' ? { access_token: token } : {}) };
      const { payment } = started.open({
        http: {
          send: async (request) =>
            request.purpose === 'auth.token'
              ? { kind: 'answer', status: Number(status), headers: {}, body: JSON.stringify(recording) }
              : real.send(request),
        },
      });
      assert.equal(told(await payment.start(britishOrder())), expected);
    });
  }

  test(`${SEARCHED} is read, with its trouble`, async () => {
    const { institutions } = openWith('payments.providers', SEARCHED);
    const listed = await institutions.list({ country: 'GB' });
    assert.ok(listed.kind === 'done');
    const [mock, unhealthy] = listed.result.institutions;
    assert.deepEqual([mock?.ref, mock?.bic], ['mock-payments-gb-redirect', 'MOCKGB05XXX']);
    assert.ok(unhealthy?.restrictions.some(({ code }) => code === 'unhealthy'));
  });

  test('the simulator answers in the recorded shapes', async () => {
    const http = createRecordedHttp(patientHttp());
    const { payment, institutions } = started.open({ http });
    const start = 'payments__200.start_authorization_flow.authorizing.redirect';
    await institutions.list({ country: 'GB' });
    const stand = async (status: string, order = britishOrder('SIM stuck')) => {
      const first = await payment.start(order);
      if (first.kind !== 'requires_action') return;
      if (status === 'executed' || status === 'authorized') await decide(first.action, 'approve');
      if (status === 'failed') await decide(first.action, 'decline');
      await new Promise((resolve) => setTimeout(resolve, status === 'executed' ? 1_200 : 0));
      const before = http.exchanges.length;
      await payment.query({ order, memo: first.memo });
      const recordings = files.filter((file) => file.includes('get_payment_by_id.bank_transfer'));
      const own = `payments__200.get_payment_by_id.bank_transfer.${status}`;
      const body = bodyOf(http.exchanges.slice(before).at(-1));
      assert.equal(JSON.parse(body).status, status);
      assertShape(status, body, [own], [start, ...recordings.map(nameOf)], EXTERNAL);
    };
    await stand('authorizing');
    await stand('authorized');
    await stand('failed');
    await stand('executed', britishOrder());
    await payment.start(britishOrder('SIM rejected'));
    await payment.query({ order: britishOrder(), memo: { payment: crypto.randomUUID(), isBack: false } });

    const created = http.exchanges.filter(({ request }) => request.purpose === 'payments.create');
    const [first, refused] = [created[0], created.at(-1)];
    assertShape('token', bodyOf(callOf(http.exchanges, 'auth.token')), ['auth__200.access_token']);
    assertShape('created', bodyOf(first), ['payments__201.create_payment.authorization_required']);
    assertShape('refused', bodyOf(refused), ['payments__201.create_payment.failed']);
    assertShape('started', bodyOf(callOf(http.exchanges, 'payments.authorize')), [start]);
    assertShape('absent', bodyOf(http.exchanges.at(-1)), ['payments__404.payment_not_found']);
    assertShape('search', bodyOf(callOf(http.exchanges, 'payments.providers')), [SEARCHED], [SEARCHED]);
  });

  test('the simulator refuses in the recorded shapes', async () => {
    const http = createRecordedHttp(patientHttp());
    const ports = { http, now: Date.now, randomUuid: () => crypto.randomUUID() };
    const last = () => bodyOf(http.exchanges.at(-1));
    await openRail({ ...started.credentials, client_secret: 'wrong' }, ports).payment.start(britishOrder());
    assertShape('client', last(), ['auth__400.invalid_client']);
    await openRail({ ...started.credentials, signing_key_id: 'wrong' }, ports).payment.start(britishOrder());
    assertShape('signature', last(), ['payments__401.invalid_signature']);
    const order = britishOrder();
    const payer = { ...order.payer, institution: 'ob-nowhere' };
    await openRail(started.credentials, ports).payment.start({ ...order, payer });
    assertShape('request', last(), ['payments__400.request_invalid'], [], [/^errors\./]);
    const asked = http.exchanges.find(({ request }) => request.purpose === 'payments.create')?.request;
    assert.ok(asked);
    await http.send({ ...asked, headers: {} });
    assertShape('token', last(), ['payments__401.invalid_token']);
  });
});

/** The recordings pay to merchant accounts and let the user choose the bank; ours pay elsewhere, from a bank chosen before. */
const EXTERNAL = [
  /^payment_method\.beneficiary\.account_identifier/,
  /^payment_method\.(provider_selection|beneficiary)$/,
  /^payment_source\.account_identifiers/,
  /^metadata/,
  /^authorization_flow\.configuration/,
];

/**
 * What every one of the recordings has, the simulator's answer has; what it has, some recording has, as the same kind of
 * value. `loose` names what differs with what is paid to whom.
 */
function assertShape(
  what: string,
  body: string,
  same: readonly string[],
  alike: readonly string[] = [],
  loose: readonly RegExp[] = [],
): void {
  const ours = pathsOf(JSON.parse(body));
  const isLoose = (path: string) => loose.some((pattern) => pattern.test(path));
  const recorded = same.map((name) => pathsOf(JSON.parse(read(name))));
  const union: Shape = new Map(
    [...recorded, ...alike.map((name) => pathsOf(JSON.parse(read(name))))].flatMap((shape) => [...shape]),
  );
  for (const [path, kind] of ours) {
    if (!isLoose(path)) assert.equal(kind, union.get(path), `${what}: ${path} is in no recording`);
  }
  const needed = [...(recorded[0] ?? [])].filter(([path]) => NEEDED.some((pattern) => pattern.test(path)));
  for (const [path, kind] of needed) {
    if (!isLoose(path)) assert.equal(ours.get(path), kind, `${what}: ${path} is missing`);
  }
}

/** What clients read. The rest of a recording depends on features that the payment does not use. */
const NEEDED = [
  /^(id|status|amount_in_minor|currency|created_at|executed_at|failed_at|failure_stage|failure_reason)$/,
  /^(user\.id|resource_token|access_token|expires_in|scope|token_type|error|type|title|detail|trace_id)$/,
  /^payment_method\.type$/,
  /^authorization_flow\.actions\.next\.(type|uri)$/,
  /^items\.\[\]\.(id|display_name|icon_uri|logo_uri|bg_color|country_code)$/,
  /^items\.\[\]\.capabilities\.payments/,
];

function told(step: PaymentStep | { readonly kind: 'absent' }): string {
  if (step.kind === 'refused') return `refused ${step.code}`;
  if (step.kind === 'done') return `done ${step.result.providerStatus}`;
  return 'providerCode' in step && step.providerCode !== undefined
    ? `${step.kind} ${step.providerCode}`
    : step.kind;
}

function callOf(calls: readonly Exchange[], purpose: string): Exchange | undefined {
  return calls.find(({ request }) => request.purpose === purpose);
}

function bodyOf(call: Exchange | undefined): string {
  assert.ok(call?.answer.kind === 'answer', 'the call was answered');
  return call.answer.body;
}

function read(name: string): string {
  return readFileSync(join(FOLDER, `${name}.json`), 'utf8');
}

function nameOf(file: string): string {
  return file.replace('.json', '');
}
