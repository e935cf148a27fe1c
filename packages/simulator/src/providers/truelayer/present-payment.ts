import type { AccountHolder, SimulatedPayment } from './payment.ts';

/** The payment as `GET /v3/payments/{id}` shows it. */
export function presentPayment(payment: SimulatedPayment) {
  const { flow, failure, remitter, beneficiary, executedAt } = payment;
  return {
    id: payment.id,
    amount_in_minor: Number(payment.amountMinor),
    currency: payment.currency,
    user: { id: payment.userId },
    payment_method: {
      type: 'bank_transfer',
      provider_selection: {
        type: 'preselected',
        provider_id: payment.providerId,
        scheme_id: payment.schemeId,
        ...(remitter === undefined ? {} : { remitter: presentHolder(remitter) }),
      },
      beneficiary: {
        type: 'external_account',
        ...presentHolder(beneficiary),
        reference: beneficiary.reference,
      },
    },
    created_at: new Date(payment.createdAtMs).toISOString(),
    status: payment.status,
    ...(flow === undefined
      ? {}
      : {
          authorization_flow: {
            ...(payment.status === 'authorizing'
              ? { actions: { next: { type: 'redirect', uri: flow.uri } } }
              : {}),
            configuration: { redirect: { return_uri: flow.returnUri } },
          },
        }),
    ...(executedAt === undefined ? {} : { executed_at: executedAt }),
    ...(failure === undefined
      ? {}
      : { failed_at: failure.at, failure_stage: failure.stage, failure_reason: failure.reason }),
    ...(payment.account === undefined || remitter === undefined
      ? {}
      : {
          payment_source: {
            account_identifiers: [remitter.identifier],
            account_holder_name: remitter.name,
          },
        }),
    metadata: payment.metadata,
  };
}

function presentHolder({ name, identifier }: AccountHolder) {
  return { account_holder_name: name, account_identifier: identifier };
}
