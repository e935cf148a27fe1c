/** A quote of Wise as a rate lock. Nothing is reserved: it may be used for one payout while it holds, and lapses by itself. */
import type { Fx, FxQuote, FxRequest } from '@switchyard/rail-kit';
import { rejected } from '@switchyard/rail-kit';
import { decimalAmountOf } from '../money/decimal-amount.ts';
import type { WiseApi } from './api/exchange.ts';
import { createQuote, type Quote, type QuoteRequest } from './api/quotes.ts';
import { BALANCE_ASSETS } from './balance-assets.ts';
import { currencyOf } from './decimal-amount.ts';
import { writeQuoteMemo } from './memo.ts';
import { type Asked, quoteTermsOf } from './quote-terms.ts';
import { failedRead } from './translate.ts';

export function createFx(api: WiseApi): Fx {
  return {
    assets: BALANCE_ASSETS,
    async quote(request) {
      const made = quoteRequest(request);
      if (made === undefined) return rejected();
      const quoted = await createQuote(api, made.request);
      if (quoted.kind !== 'ok') return failedRead(quoted);
      const read = quoteTermsOf(quoted.body, made.asked);
      if (read.kind !== 'terms') return read;
      return { kind: 'done', result: fxQuoteOf(quoted.body, read.terms) };
    },
  };
}

/** Undefined when Wise cannot be asked for this. */
function quoteRequest(
  request: FxRequest,
): { readonly request: QuoteRequest; readonly asked: Asked } | undefined {
  const fixed = decimalAmountOf(request.fixed === 'send' ? request.send : request.receive);
  const other = currencyOf(request.fixed === 'send' ? request.receiveAsset : request.sendAsset);
  if (fixed === undefined || other === undefined) return undefined;
  if (request.fixed === 'send') {
    const { currency, amount } = fixed;
    return {
      request: { sourceCurrency: currency, targetCurrency: other, sourceAmount: amount },
      asked: { sendCurrency: currency, receiveCurrency: other, send: request.send },
    };
  }
  return {
    request: { sourceCurrency: other, targetCurrency: fixed.currency, targetAmount: fixed.amount },
    asked: { sendCurrency: other, receiveCurrency: fixed.currency, receive: request.receive },
  };
}

function fxQuoteOf(quote: Quote, terms: Parameters<typeof writeQuoteMemo>[1]): FxQuote {
  const lockedUntilMs = lockedUntil(quote);
  return {
    memo: writeQuoteMemo(quote.id, terms),
    ...terms,
    rate: quote.rate,
    ...(lockedUntilMs === undefined ? {} : { lockedUntilMs }),
  };
}

/** A transfer must be made before the quote ends and under the rate it holds: the earlier of the two counts. */
function lockedUntil({ rateType, rateExpirationTime, expirationTime }: Quote): number | undefined {
  if (rateType !== 'FIXED') return undefined;
  const endsMs = [rateExpirationTime, expirationTime]
    .map((time) => Date.parse(time ?? ''))
    .filter((ms) => !Number.isNaN(ms));
  return endsMs.length === 2 ? Math.min(...endsMs) : undefined;
}
