/** Transfers, authorizations and events as Plaid writes them. */
import type { Fields } from './read-body.ts';
import type { Authorization, Transfer, TransferEvent } from './state.ts';

export function describeAuthorization(authorization: Authorization): Fields {
  const { id, createdAtMs, decision, rationale, achClass } = authorization;
  return {
    id,
    created: new Date(createdAtMs).toISOString(),
    decision,
    decision_rationale: rationale === null ? null : { code: rationale, description: rationale },
    guarantee_decision: null,
    guarantee_decision_rationale: null,
    payment_risk: null,
    proposed_transfer: {
      ...(achClass === undefined ? {} : { ach_class: achClass }),
      account_id: authorization.accountId,
      funding_account_id: null,
      ledger_id: authorization.ledgerId,
      type: authorization.type,
      user: describeUser(authorization),
      amount: authorization.amount,
      network: authorization.network,
      origination_account_id: '',
      iso_currency_code: 'USD',
      originator_client_id: null,
      credit_funds_source: null,
    },
  };
}

export function describeTransfer(transfer: Transfer): Fields {
  const { authorization, failureCode } = transfer;
  const { achClass } = authorization;
  return {
    id: transfer.id,
    authorization_id: authorization.id,
    ...(achClass === undefined ? {} : { ach_class: achClass }),
    account_id: authorization.accountId,
    funding_account_id: null,
    ledger_id: authorization.ledgerId,
    type: authorization.type,
    user: describeUser(authorization),
    amount: transfer.amount,
    description: transfer.description,
    created: new Date(transfer.createdAtMs).toISOString(),
    status: transfer.status,
    network: authorization.network,
    cancellable: transfer.status === 'pending',
    failure_reason: describeFailure(transfer.status, failureCode),
    metadata: transfer.metadata,
    origination_account_id: '',
    guarantee_decision: null,
    guarantee_decision_rationale: null,
    iso_currency_code: 'USD',
    standard_return_window: null,
    unauthorized_return_window: null,
    expected_settlement_date: null,
    originator_client_id: null,
    refunds: [],
    recurring_transfer_id: null,
    credit_funds_source: null,
    network_trace_id: null,
  };
}

export function describeEvent({ id, atMs, type }: TransferEvent, transfer: Transfer): Fields {
  const { authorization } = transfer;
  return {
    event_id: id,
    timestamp: new Date(atMs).toISOString(),
    event_type: type,
    account_id: authorization.accountId,
    funding_account_id: null,
    ledger_id: authorization.ledgerId,
    transfer_id: transfer.id,
    origination_account_id: null,
    transfer_type: authorization.type,
    transfer_amount: transfer.amount,
    failure_reason: describeFailure(type, transfer.failureCode),
    sweep_id: null,
    sweep_amount: null,
    refund_id: null,
    originator_client_id: null,
  };
}

function describeFailure(status: string, code: string | null): Fields | null {
  return status === 'failed' || status === 'returned'
    ? { failure_code: code, description: 'the bank did not take the transfer' }
    : null;
}

function describeUser({ legalName }: Pick<Authorization, 'legalName'>): Fields {
  return { legal_name: legalName, phone_number: null, email_address: null, address: null };
}
