/** What an adapter can do with money, in the engine's terms, told from the roles it offers. */
import type { SettlementScheme, SnapshotConnection } from '@switchyard/engine';
import type { Rail } from '@switchyard/rail-kit';

export type Abilities = Pick<SnapshotConnection, 'payment' | 'payout' | 'fx' | 'transit' | 'onChain'>;

/** `walletAssets` is what a wallet of the connection's own can send; undefined when it has none. */
export function abilitiesOf(rail: Rail, walletAssets: readonly string[] | undefined): Abilities {
  const { payment, payout, fx, transit } = rail;
  if (walletAssets !== undefined) return { onChain: { assets: walletAssets, linkedOnly: true } };
  const schemes = payment?.facts.schemes.filter((scheme) => !isCollection(scheme)) ?? [];
  return {
    ...(payment === undefined || schemes.length === 0
      ? {}
      : {
          payment: { schemes, finality: payment.facts.finality, referenceMax: payment.facts.reference.max },
        }),
    ...(payout === undefined
      ? {}
      : {
          payout: {
            schemes: payout.facts.schemes,
            assets: payout.assets,
            referenceMax: payout.facts.reference.max,
          },
        }),
    ...(fx === undefined ? {} : { fx: { assets: fx.assets } }),
    ...(transit === undefined ? {} : { transit: { assets: transit.assets, schemes: transit.schemes } }),
  };
}

/** A debit over ACH collects to the balance of whoever asks for it; no adapter pays a third party by it. */
function isCollection(scheme: SettlementScheme): boolean {
  return scheme.startsWith('us-');
}
