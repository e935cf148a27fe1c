/** Finds a transfer by our key. Wise has no such look-up, so its list is read, to its end. */
import { type Absent, type Failed, unavailable } from '@switchyard/rail-kit';
import type { WiseApi } from './api/exchange.ts';
import { listTransfers, TRANSFERS_PER_PAGE, type Transfer } from './api/transfers.ts';
import { failedRead } from './translate.ts';

export const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1_000;
export const PAGES_MAX = 40;

/** Absent only when the whole list has been read; a list too long to read proves nothing. */
export async function findTransfer(
  api: WiseApi,
  wanted: { readonly key: string; readonly targetCurrency: string; readonly nowMs: number },
): Promise<{ readonly kind: 'found'; readonly transfer: Transfer } | Absent | Failed> {
  const { key, targetCurrency, nowMs } = wanted;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const listed = await listTransfers(api, {
      targetCurrency,
      createdSinceMs: nowMs - LOOK_BACK_MS,
      offset: page * TRANSFERS_PER_PAGE,
    });
    if (listed.kind !== 'ok') return failedRead(listed);
    const transfer = listed.body.find(({ customerTransactionId }) => customerTransactionId === key);
    if (transfer !== undefined) return { kind: 'found', transfer };
    if (listed.body.length < TRANSFERS_PER_PAGE) return { kind: 'absent' };
  }
  return unavailable();
}
