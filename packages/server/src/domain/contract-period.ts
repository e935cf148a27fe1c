/** The period a contract counts in, by the UTC calendar: from its first moment to the first of the next. */
export const CONTRACT_PERIODS = ['month', 'quarter', 'year'] as const;
export type ContractPeriod = (typeof CONTRACT_PERIODS)[number];

const MONTHS: Readonly<Record<ContractPeriod, number>> = { month: 1, quarter: 3, year: 12 };

export function periodAt(period: ContractPeriod, at: Date): { readonly start: Date; readonly end: Date } {
  const months = MONTHS[period];
  const first = Math.floor(at.getUTCMonth() / months) * months;
  return {
    start: new Date(Date.UTC(at.getUTCFullYear(), first, 1)),
    end: new Date(Date.UTC(at.getUTCFullYear(), first + months, 1)),
  };
}
