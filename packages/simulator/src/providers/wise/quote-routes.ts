import { json } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import { apiRoute, type FieldError, type Fields, invalid, textOf } from './api-route.ts';
import { minorUnits } from './decimal.ts';
import { presentQuote } from './present-quote.ts';
import { CURRENCIES, type FixedSide, priceOf } from './pricing.ts';
import type { Quote, State } from './state.ts';

export const QUOTE_LIFETIME_MS = 30 * 60 * 1_000;
export const RATE_LIFETIME_MS = 60 * 60 * 1_000;

export function quoteRoutes(state: State): readonly Route[] {
  return [
    apiRoute(state, 'POST', '/v3/profiles/:profileId/quotes', (_request, body) => createQuote(state, body)),
    apiRoute(state, 'GET', '/v3/profiles/:profileId/quotes/:quoteId', ({ params }) => {
      const quote = state.quotes.get(params.quoteId ?? '');
      return quote === undefined
        ? invalid(404, [{ code: 'quote.not-found', path: 'quoteId', message: 'There is no such quote.' }])
        : json(200, presentQuote(state.business, quote, state.world.now()));
    }),
  ];
}

function createQuote(state: State, body: Fields): Reply {
  const source = textOf(body.sourceCurrency);
  const target = textOf(body.targetCurrency);
  const fixed = fixedSide(body);
  const errors = [
    ...currencyErrors('sourceCurrency', source),
    ...currencyErrors('targetCurrency', target),
    ...(fixed === undefined
      ? [{ code: 'NOT_VALID', path: 'sourceAmount', message: 'Give one amount, and only one.' }]
      : []),
    ...recipientErrors(state, body, target),
  ];
  if (errors.length > 0 || fixed === undefined) return invalid(400, errors);
  const pricing = priceOf(source, target, fixed);
  if (pricing === undefined) {
    return invalid(422, [
      { code: 'AMOUNT_TOO_LOW', path: 'sourceAmount', message: 'The amount is too low.' },
    ]);
  }
  const { world, quotes } = state;
  const nowMs = world.now();
  const quote: Quote = {
    ...pricing,
    id: world.uuid(),
    sourceCurrency: source,
    targetCurrency: target,
    provided: 'sourceMinor' in fixed ? 'SOURCE' : 'TARGET',
    preferredPayIn: textOf(body.preferredPayIn) || 'BANK_TRANSFER',
    payOut: textOf(body.payOut) || 'BANK_TRANSFER',
    createdAtMs: nowMs,
    rateExpiresAtMs: nowMs + RATE_LIFETIME_MS,
    expiresAtMs: nowMs + QUOTE_LIFETIME_MS,
    status: 'PENDING',
  };
  quotes.set(quote.id, quote);
  return json(200, presentQuote(state.business, quote, nowMs));
}

/** Undefined when there is none or when there are two. */
function fixedSide({ sourceAmount, targetAmount }: Fields): FixedSide | undefined {
  const isAbsent = (value: unknown): boolean => value === undefined || value === null;
  if (isAbsent(sourceAmount) === isAbsent(targetAmount)) return undefined;
  const amountMinor = minorUnits(sourceAmount ?? targetAmount);
  if (amountMinor === undefined) return undefined;
  return isAbsent(targetAmount) ? { sourceMinor: amountMinor } : { targetMinor: amountMinor };
}

function currencyErrors(path: string, currency: string): readonly FieldError[] {
  if (CURRENCIES.includes(currency)) return [];
  return [{ code: 'CurrencyCode', path, message: 'That is no currency we know.' }];
}

function recipientErrors(state: State, { targetAccount }: Fields, currency: string): readonly FieldError[] {
  if (targetAccount === undefined) return [];
  const recipient =
    typeof targetAccount === 'number' ? state.recipients.get(String(targetAccount)) : undefined;
  return recipient?.currency === currency
    ? []
    : [{ code: 'NOT_VALID', path: 'targetAccount', message: 'There is no such recipient.' }];
}
