/** Tells whoever subscribed what has happened. Every delivery is signed over its body. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { PaymentScript } from '../../world/payment-script.ts';
import { decimal } from './decimal.ts';
import type { Balance, State, Transfer, TransferStatus } from './state.ts';
import { WISE_WEBHOOK_PRIVATE_KEY } from './webhook-key.ts';

export const EVENT_TYPES = ['transfers#state-change', 'balances#credit', 'balances#update'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export function tellTransfer(state: State, transfer: Transfer, previous: TransferStatus | null): void {
  const { id, recipient, status, script } = transfer;
  tell(state, 'transfers#state-change', { subject: String(id), script }, (at) => ({
    resource: { type: 'transfer', id, profile_id: state.business.profileId, account_id: recipient.id },
    current_state: status,
    previous_state: previous,
    occurred_at: at,
  }));
}

export function tellCredit(state: State, balance: Balance, amountMinor: bigint): void {
  const { id, currency } = balance;
  const stepId = state.nextId();
  const common = (at: string) => ({
    amount: decimal(amountMinor),
    currency,
    post_transaction_balance_amount: decimal(balance.amountMinor),
    transaction_type: 'credit',
    channel_name: 'TRANSFER',
    occurred_at: at,
  });
  tell(state, 'balances#credit', { subject: String(id) }, (at) => ({
    resource: { type: 'balance-account', id, profile_id: state.business.profileId },
    ...common(at),
  }));
  tell(state, 'balances#update', { subject: String(id) }, (at) => ({
    resource: { type: 'balance', id, profile_id: state.business.profileId },
    ...common(at),
    balance_id: id,
    step_id: String(stepId),
    transfer_reference: `BNK-${stepId}`,
  }));
}

function tell(
  { world, business, subscriptions }: State,
  type: EventType,
  about: { readonly subject: string; readonly script?: Pick<PaymentScript, 'webhooks'> },
  data: (at: string) => Readonly<Record<string, unknown>>,
): void {
  const at = new Date(world.now()).toISOString();
  for (const { id, url, version, triggerOn } of subscriptions.list()) {
    if (triggerOn !== type) continue;
    const body = JSON.stringify({
      data: data(at),
      subscription_id: id,
      event_type: type,
      schema_version: version,
      sent_at: at,
    });
    world.webhooks.send({ ...about, provider: business.id, url, body });
  }
}

export function signWebhooks({ world, business }: State): void {
  world.webhooks.signWith(business.id, ({ body }) => ({
    'x-signature-sha256': signatureOf(body),
    'x-delivery-id': world.uuid(),
  }));
}

function signatureOf(body: string): string {
  return sign('sha256', Buffer.from(body), webhookKey()).toString('base64');
}

function webhookKey(): KeyObject {
  return createPrivateKey(WISE_WEBHOOK_PRIVATE_KEY);
}
