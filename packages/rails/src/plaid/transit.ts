/** The client's Ledger as a place that money passes through: debits bring it in, credits send it on. */
import { createHash } from 'node:crypto';
import { type Credit, type Failed, rejected, type Transit, unavailable } from '@switchyard/rail-kit';
import { ledgerPayto } from './addresses.ts';
import type { PlaidApi } from './api/client.ts';
import { listTransferEvents, listTransfers, TRANSFERS_PER_PAGE, type Transfer } from './api/transfer.ts';
import type { PlaidCredentials } from './credentials.ts';
import { minorUnits } from './decimal-amount.ts';
import { METADATA_REFERENCE, PAGES_MAX, TRANSFER_REFERENCE } from './transfer.ts';

const USD = 'iso4217:USD';
const FUNDS_AVAILABLE = 'funds_available';

interface Deps {
  readonly api: PlaidApi;
  readonly credentials: Pick<PlaidCredentials, 'client_name' | 'ledger_id'>;
}

export function createTransit(deps: Deps): Transit {
  const { client_name: holderName, ledger_id: ledgerId } = deps.credentials;
  return {
    assets: ['iso4217:USD'],
    schemes: ['us-ach', 'us-ach-same-day'],
    async collectTo({ asset, key }) {
      if (asset !== USD) return rejected();
      const payee = { payto: ledgerPayto(ledgerId), holderName, country: 'US' };
      return { kind: 'done', result: { payee, reference: referenceOf(key) } };
    },
    async credits({ asset, reference, sinceMs }) {
      if (asset !== USD) return rejected();
      const arrived = await findArrived(deps.api, reference, sinceMs);
      if (!arrived.ok) return arrived.failure;
      const credits: Credit[] = [];
      for (const transfer of arrived.value) {
        const credit = await describeCredit(deps.api, transfer, reference);
        if (!('id' in credit)) return credit;
        credits.push(credit);
      }
      return { kind: 'done', result: credits };
    },
  };
}

async function findArrived(
  api: PlaidApi,
  reference: string,
  sinceMs: number,
): Promise<
  | { readonly ok: true; readonly value: readonly Transfer[] }
  | { readonly ok: false; readonly failure: Failed }
> {
  const arrived: Transfer[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const transfers = await listTransfers(api, { offset: page * TRANSFERS_PER_PAGE, sinceMs });
    if (!transfers.ok) return transfers;
    arrived.push(...transfers.value.filter((transfer) => hasArrived(transfer, reference)));
    if (transfers.value.length < TRANSFERS_PER_PAGE) return { ok: true, value: arrived };
  }
  return { ok: false, failure: unavailable() };
}

function hasArrived({ type, status, iso_currency_code, metadata }: Transfer, reference: string): boolean {
  return (
    type === 'debit' &&
    status === FUNDS_AVAILABLE &&
    iso_currency_code === 'USD' &&
    metadata?.[METADATA_REFERENCE] === reference
  );
}

async function describeCredit(
  api: PlaidApi,
  transfer: Transfer,
  reference: string,
): Promise<Credit | Failed> {
  const events = await listTransferEvents(api, {
    offset: 0,
    transferId: transfer.id,
    eventTypes: [FUNDS_AVAILABLE],
  });
  if (!events.ok) return events.failure;
  const event = events.value.find(({ event_type }) => event_type === FUNDS_AVAILABLE);
  const value = minorUnits(transfer.amount);
  if (event === undefined || value === undefined) return unavailable();
  return {
    id: transfer.id,
    amount: { value, asset: USD },
    reference,
    creditedAtMs: Date.parse(event.timestamp),
  };
}

/** As long as an ACH entry lets it be, in digits and capital letters, the same for the same key. */
function referenceOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return BigInt(`0x${digest}`).toString(36).toUpperCase().slice(-TRANSFER_REFERENCE.max);
}
