import { AMOUNT_VALUE_PATTERN, ASSET_PATTERN, parseAsset } from '@switchyard/engine';
import { z } from 'zod';
import { inputError } from '../input-errors.ts';

/** `iso4217:` and an active currency, or a CAIP-19 asset. The engine's parser is the judge; the pattern is for readers. */
export const Asset = z
  .string()
  .check((context) => {
    const parsed = parseAsset(context.value);
    if (parsed.ok) return;
    const key = parsed.error === 'inactive_currency' ? 'input.currency_inactive' : 'input.asset_malformed';
    context.issues.push({ code: 'custom', params: inputError(key, {}), input: undefined });
  })
  .meta({
    pattern: ASSET_PATTERN,
    description: 'What the amount is of: `iso4217:` and an active currency code, or a CAIP-19 asset id.',
  });

export const AmountValue = z
  .string()
  .regex(new RegExp(AMOUNT_VALUE_PATTERN))
  .describe('Whole number of minor units (cents, pence, wei …), as a decimal string.');

export const Amount = z.strictObject({ value: AmountValue, asset: Asset }).meta({
  id: 'Amount',
  description: 'A sum of money: a whole number of minor units, and the asset it is in.',
});
export type Amount = z.output<typeof Amount>;

export const PositiveAmountValue = AmountValue.refine((value) => value !== '0', {
  params: inputError('input.zero', {}),
}).meta({ not: { const: '0' } });

export const PositiveAmount = z.strictObject({ value: PositiveAmountValue, asset: Asset }).meta({
  id: 'PositiveAmount',
  description: 'An amount that is more than nothing.',
});

/** A difference, such as what a fee came to over what was expected. Amounts themselves are never negative. */
export const SignedAmount = z
  .strictObject({ value: z.string().regex(/^(0|-?[1-9][0-9]{0,37})$/), asset: Asset })
  .meta({ id: 'SignedAmount', description: 'A difference between two amounts of one asset.' });
