/**
 * What the simulated providers know of the money, seen from inside: every credit that reached a payee, what all bank accounts
 * and the transit balance hold, and every payment that was ever made there. None of it comes from us.
 */
import type { CreateProvider } from '@switchyard/simulator';

type World = Parameters<CreateProvider>[0];

/** What a return leg says, whichever payment it belongs to. */
export const RETURN_REFERENCE = 'RETURNED';

export interface Credit {
  readonly reference: string;
  readonly value: bigint;
  readonly currency: string;
}

export interface Books {
  /** Gives the simulator a provider that nobody calls, which only looks. */
  readonly provider: CreateProvider;
  /** Remembers every credit to this account number from now on. */
  watch(number: string): void;
  readonly credits: readonly Credit[];
  /** What all accounts at all banks hold together. */
  heldAtBanks(currency: string): bigint;
  /** What the transit provider holds for us. */
  heldInTransit(currency: string): bigint;
  /** What the transit provider charged for bringing money back, on top of what it brought back. */
  returnFees(currency: string): bigint;
  /** The references of all payments at a provider, whatever became of them. */
  references(): readonly string[];
}

export function openBooks(): Books {
  let seen: World | undefined;
  const credits: Credit[] = [];
  const world = (): World => {
    if (seen === undefined) throw new Error('The simulator has not started');
    return seen;
  };
  return {
    provider: (given) => {
      seen = given;
      return { id: 'books', name: 'Books', routes: [] };
    },
    watch(number) {
      world().money.watchCredits(number, ({ reference, amountMinor, currency }) => {
        credits.push({ reference, value: amountMinor, currency });
      });
    },
    credits,
    heldAtBanks(currency) {
      const { banks, money } = world();
      const accounts = banks.all().flatMap(({ id }) => banks.accountsAt(id));
      return accounts
        .filter((account) => account.currency === currency)
        .reduce((sum, { id }) => sum + money.balanceOf(id), 0n);
    },
    heldInTransit: (currency) =>
      world().table<{ readonly amountMinor: bigint }>('wise/balances').get(currency)?.amountMinor ?? 0n,
    returnFees: (currency) =>
      rows<TransitTransfer>(world(), 'wise/transfers')
        .filter(({ reference, quote, funding, status }) => {
          const isPaid = funding !== undefined && status !== 'funds_refunded';
          return isPaid && reference === RETURN_REFERENCE && quote.sourceCurrency === currency;
        })
        .reduce((sum, { quote }) => sum + quote.feeMinor, 0n),
    references: () => [
      ...rows<{ beneficiary: { reference: string } }>(world(), 'truelayer/payments').map(
        ({ beneficiary }) => beneficiary.reference,
      ),
      ...rows<{ reference: string }>(world(), 'plaid/payments').map(({ reference }) => reference),
      ...rows<{ order: { reference: string | undefined } }>(world(), 'xs2a/transfers').map(
        ({ order }) => order.reference ?? '',
      ),
      ...rows<{ reference: string }>(world(), 'wise/transfers').map(({ reference }) => reference),
    ],
  };
}

interface TransitTransfer {
  readonly reference: string;
  readonly status: string;
  readonly funding: unknown;
  readonly quote: { readonly sourceCurrency: string; readonly feeMinor: bigint };
}

/** The simulator's own tables: their shapes are its business, so only what is read here is named. */
function rows<T>(world: World, table: string): readonly Readonly<T>[] {
  return world.table<T>(table).list();
}
