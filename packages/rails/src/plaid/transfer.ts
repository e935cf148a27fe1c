/**
 * One transfer between a linked US account and the client's Ledger: a debit brings money in, a credit sends it out. First an
 * authorization, which moves nothing and is the same for the same key, then the transfer, of which Plaid makes only one per
 * authorization. Our key is kept in the transfer's metadata, by which it is found again.
 */

import type { Amount } from '@switchyard/engine';
import {
  type Absent,
  type Party,
  type PaymentStep,
  type Psu,
  type Refusal,
  rejected,
  type SettlementScheme,
  unavailable,
} from '@switchyard/rail-kit';
import type { PlaidApi } from './api/client.ts';
import {
  authorizeTransfer,
  cancelTransfer,
  createTransfer,
  getTransfer,
  listTransfers,
  TRANSFERS_PER_PAGE,
  type Transfer,
} from './api/transfer.ts';
import type { PlaidCredentials } from './credentials.ts';
import { currencyOf, decimalAmount } from './decimal-amount.ts';
import { readGrant } from './memo.ts';
import { authorizationRefusal, transferNetwork, transferStanding } from './translate.ts';

/** The description says so of the authorization's key. */
export const TRANSFER_KEY_RETENTION_MS = 48 * 3_600_000;

/** Plaid does not say how soon its list is complete; an hour is our own caution. */
export const TRANSFER_ABSENCE_HORIZON_MS = 3_600_000;

/** An ACH entry has ten characters for it; instant ones have fifteen, which we do not use. */
export const TRANSFER_REFERENCE = { max: 10, pattern: /^[A-Za-z0-9 ]*$/ } as const;

/** Under these names the transfer carries what is ours. */
export const METADATA_KEY = 'switchyard_operation';
export const METADATA_REFERENCE = 'switchyard_reference';

const DESCRIPTION_DEFAULT = 'Payment';
const POLL_AFTER_MS = 60_000;
export const PAGES_MAX = 40;

export interface TransferDeps {
  readonly api: PlaidApi;
  readonly credentials: Pick<PlaidCredentials, 'ledger_id'>;
}

export interface TransferOrder {
  readonly key: string;
  readonly type: Transfer['type'];
  readonly amount: Amount;
  readonly scheme: SettlementScheme;
  /** Whose linked account is debited or credited. */
  readonly party: Party;
  readonly reference?: string | undefined;
  readonly psu?: Psu | undefined;
}

export async function startTransfer(deps: TransferDeps, order: TransferOrder): Promise<PaymentStep> {
  const network = transferNetwork(order.type, order.scheme);
  const reference = order.reference ?? '';
  if (network === undefined || currencyOf(order.amount.asset) !== 'USD') return rejected();
  if (reference.length > TRANSFER_REFERENCE.max || !TRANSFER_REFERENCE.pattern.test(reference))
    return rejected();
  const { link } = order.party;
  const grant = link === undefined ? undefined : readGrant(link.grant);
  if (link === undefined || grant === undefined) return refused('account_unusable');

  const account = { access_token: grant.accessToken, account_id: link.account };
  const amount = decimalAmount(order.amount);
  const authorization = await authorizeTransfer(deps.api, {
    ...account,
    type: order.type,
    network,
    amount,
    ach_class: network === 'rtp' ? undefined : achClass(order),
    user: { legal_name: order.party.holderName },
    device: deviceOf(order.psu),
    ledger_id: deps.credentials.ledger_id,
    idempotency_key: order.key,
  });
  if (!authorization.ok) return authorization.failure;
  const refusal = authorizationRefusal(authorization.value);
  if (refusal !== undefined)
    return refused(refusal, authorization.value.decision_rationale?.code ?? authorization.value.decision);

  const transfer = await createTransfer(deps.api, {
    ...account,
    authorization_id: authorization.value.id,
    amount,
    description: reference === '' ? DESCRIPTION_DEFAULT : reference,
    metadata: { [METADATA_KEY]: order.key, [METADATA_REFERENCE]: reference },
  });
  return transfer.ok ? stepOf(transfer.value) : transfer.failure;
}

export async function queryTransfer({ api }: TransferDeps, transferId: string): Promise<PaymentStep> {
  const transfer = await getTransfer(api, transferId);
  return transfer.ok ? stepOf(transfer.value) : transfer.failure;
}

/** By our key. Absent only when the whole list has been read; a list too long to read proves nothing. */
export async function findTransfer({ api }: TransferDeps, key: string): Promise<PaymentStep | Absent> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const transfers = await listTransfers(api, { offset: page * TRANSFERS_PER_PAGE });
    if (!transfers.ok) return transfers.failure;
    const found = transfers.value.find(({ metadata }) => metadata?.[METADATA_KEY] === key);
    if (found !== undefined) return stepOf(found);
    if (transfers.value.length < TRANSFERS_PER_PAGE) return { kind: 'absent' };
  }
  return unavailable();
}

/** Too late to cancel is no failure: the answer is then how the transfer stands. */
export async function stopTransfer(deps: TransferDeps, transferId: string): Promise<PaymentStep> {
  const stopped = await cancelTransfer(deps.api, transferId);
  return stopped.ok || stopped.failure.kind === 'rejected'
    ? queryTransfer(deps, transferId)
    : stopped.failure;
}

function stepOf({ id, type, status, failure_reason }: Transfer): PaymentStep {
  const memo = { product: 'transfer', transferId: id } as const;
  const standing = transferStanding(status, type);
  switch (standing.kind) {
    case 'done':
      return { kind: 'done', result: { ref: id, providerStatus: status, memo } };
    case 'refused':
      return refused(standing.code, failure_reason?.failure_code ?? status);
    case 'awaiting_user':
    case 'processing':
      return { kind: 'processing', memo, pollAfterMs: POLL_AFTER_MS, ref: id, providerStatus: status };
  }
}

/** `ccd` between companies; else a person agreed to a debit on the internet, or is paid what was agreed with them before. */
function achClass({ type, psu }: TransferOrder): string {
  if (psu?.psuType === 'business') return 'ccd';
  return type === 'debit' ? 'web' : 'ppd';
}

function deviceOf(psu: Psu | undefined): { ip_address: string; user_agent: string } | undefined {
  return psu?.ip === undefined || psu.userAgent === undefined
    ? undefined
    : { ip_address: psu.ip, user_agent: psu.userAgent };
}

function refused(code: Refusal, providerCode?: string): PaymentStep {
  return { kind: 'refused', code, ...(providerCode === undefined ? {} : { providerCode }) };
}
