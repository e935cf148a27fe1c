import type { Business } from './business.ts';
import { decimal } from './decimal.ts';
import type { Quote } from './state.ts';

export function presentQuote({ userId, profileId }: Business, quote: Quote, nowMs: number) {
  return {
    id: quote.id,
    sourceCurrency: quote.sourceCurrency,
    targetCurrency: quote.targetCurrency,
    sourceAmount: decimal(quote.sourceMinor),
    targetAmount: decimal(quote.targetMinor),
    payOut: quote.payOut,
    preferredPayIn: quote.preferredPayIn,
    rate: rateOf(quote),
    createdTime: timeOf(quote.createdAtMs),
    user: userId,
    profile: profileId,
    rateType: 'FIXED',
    rateExpirationTime: timeOf(quote.rateExpiresAtMs),
    guaranteedTargetAmountAllowed: true,
    targetAmountAllowed: true,
    guaranteedTargetAmount: quote.provided === 'TARGET',
    providedAmountType: quote.provided,
    paymentOptions: ['BALANCE', 'BANK_TRANSFER'].map((payIn) => paymentOption(quote, payIn)),
    status: quote.status === 'PENDING' && quote.expiresAtMs <= nowMs ? 'EXPIRED' : quote.status,
    expirationTime: timeOf(quote.expiresAtMs),
    notices: [],
  };
}

export function rateOf({ rateMicros }: Pick<Quote, 'rateMicros'>): number {
  const digits = rateMicros.toString().padStart(7, '0');
  return Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

function paymentOption(quote: Quote, payIn: string) {
  const { sourceCurrency, targetCurrency, feeMinor } = quote;
  const fee = decimal(feeMinor);
  return {
    disabled: false,
    estimatedDelivery: timeOf(quote.createdAtMs + 60_000),
    formattedEstimatedDelivery: 'in a minute',
    estimatedDeliveryDelays: [],
    fee: { transferwise: fee, payIn: 0, discount: 0, partner: 0, total: fee },
    price: {
      priceSetId: 1,
      total: {
        type: 'TOTAL',
        label: 'Total fees',
        value: { amount: fee, currency: sourceCurrency, label: `${fee} ${sourceCurrency}` },
      },
      items: [],
    },
    sourceAmount: decimal(quote.sourceMinor),
    targetAmount: decimal(quote.targetMinor),
    sourceCurrency,
    targetCurrency,
    payIn,
    payOut: quote.payOut,
    allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
    payInProduct: 'CHEAP',
    feePercentage: 0.0043,
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
