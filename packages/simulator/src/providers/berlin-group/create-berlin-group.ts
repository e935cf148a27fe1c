/**
 * The German banks of this world as each offers the Berlin Group's NextGenPSD2 XS2A interface: `/berlin-group/<bank>/v1/…`.
 * Mutual TLS, which the real ones begin with, is not emulated, and no signature is asked for. A new consent does not end the
 * one before it, as it would for one person: the person who lives here plays the part of many.
 */
import { json, redirect } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import type { CreateProvider } from '../../provider.ts';
import type { World } from '../../world/world.ts';
import { chosenAccounts, consentForm, isApproved, paymentForm, usedUp } from '../xs2a/approval-form.ts';
import { type Consents, createConsents } from './consents.ts';
import { createPayments, type Payments } from './payments.ts';
import { type Call, readCall } from './read-call.ts';

const ID = 'berlin-group';
const NAME = 'Berlin Group XS2A';

export const createBerlinGroup: CreateProvider = (world) => {
  const consents = createConsents(world, `/${ID}`);
  const payments = createPayments(world, `/${ID}`);
  const payment = '/:bank/v1/payments/:product/:payment';
  const consent = '/:bank/v1/consents/:consent';

  const api = (method: Route['method'], path: string, answer: (call: Call) => Reply): Route => ({
    method,
    path,
    kind: 'api',
    handle(request) {
      const reading = readCall(world, request);
      return reading.ok ? answer(reading.call) : reading.reply;
    },
  });

  return {
    id: ID,
    name: NAME,
    routes: [
      api('POST', '/:bank/v1/consents', consents.create),
      api('GET', consent, consents.get),
      api('DELETE', consent, consents.remove),
      api('GET', `${consent}/status`, consents.getStatus),
      api('GET', `${consent}/authorisations/:authorisation`, consents.getAuthorisation),
      api('GET', '/:bank/v1/accounts', consents.listAccounts),
      api('POST', '/:bank/v1/payments/:product', payments.create),
      api('GET', payment, payments.get),
      api('DELETE', payment, payments.cancel),
      api('GET', `${payment}/status`, payments.getStatus),
      api('GET', `${payment}/authorisations/:authorisation`, payments.getAuthorisation),
      ...pages(world, consents, payments),
      {
        method: 'GET',
        path: '/__dashboard/payments',
        kind: 'api',
        handle: ({ query }) => json(200, { count: payments.countOf(query.get('end_to_end_id') ?? '') }),
      },
    ],
  };
};

function pages(world: World, consents: Consents, payments: Payments): readonly Route[] {
  const subjectOf = ({ params }: SimulatedRequest) => {
    const authorisation = params.authorisation ?? '';
    return {
      consent: consents.byAuthorisation(authorisation),
      payment: payments.byAuthorisation(authorisation),
    };
  };
  const path = '/:bank/sca/:authorisation';
  return [
    {
      method: 'GET',
      path,
      kind: 'page',
      handle(request) {
        const { consent, payment } = subjectOf(request);
        const place = { providerName: NAME, action: request.path };
        if (consent?.status === 'received') return consentForm(world, consent.bank, place);
        if (payment?.transfer.status() === 'RCVD') return paymentForm(world, payment.transfer.order, place);
        return usedUp();
      },
    },
    {
      method: 'POST',
      path,
      kind: 'page',
      handle(request) {
        const { consent, payment } = subjectOf(request);
        if (consent?.status === 'received') {
          const approved = isApproved(request, consent.bank);
          consents.decide(consent, approved ? chosenAccounts(world, consent.bank, request) : undefined);
          return redirect(approved ? consent.returns.ok : consent.returns.nok);
        }
        if (payment?.transfer.status() === 'RCVD') {
          // A bank that declines does so after the approval: its script refuses the payment.
          const approved = request.form.get('decision') === 'approve';
          if (approved) payment.transfer.approve();
          else payment.transfer.decline();
          return redirect(approved ? payment.returns.ok : payment.returns.nok);
        }
        return usedUp();
      },
    },
  ];
}
