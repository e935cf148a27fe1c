/**
 * The businesses that are customers of this Wise: one company in Britain and one in Belgium of the same group, each with a token, a
 * profile, balances and account numbers of its own. They share a provider and nothing else, so each has its own address here.
 */
export interface Business {
  /** The first segment of its paths. */
  readonly id: string;
  readonly title: string;
  readonly token: string;
  readonly profileId: number;
  readonly userId: number;
  readonly name: string;
  readonly accounts: {
    readonly gbp: { readonly sortCode: string; readonly accountNumber: string };
    readonly usd: { readonly routingNumber: string; readonly accountNumber: string };
    /** The first ten digits of a Belgian account number. */
    readonly eur: string;
  };
}

export const BRITISH_BUSINESS: Business = {
  id: 'wise',
  title: 'Wise',
  token: 'simulated-wise-token',
  profileId: 40_000_001,
  userId: 41_000_001,
  name: 'Simulated Transit Ltd',
  accounts: {
    gbp: { sortCode: '231470', accountNumber: '10340017' },
    usd: { routingNumber: '026073150', accountNumber: '8311034001' },
    eur: '9670010340',
  },
};

export const BELGIAN_BUSINESS: Business = {
  id: 'wise-belgium',
  title: 'Wise, for a Belgian company',
  token: 'simulated-wise-token-belgium',
  profileId: 40_000_002,
  userId: 41_000_002,
  name: 'Simulated Transit SA',
  accounts: {
    gbp: { sortCode: '231470', accountNumber: '10340025' },
    usd: { routingNumber: '026073150', accountNumber: '8311034002' },
    eur: '9670010341',
  },
};
