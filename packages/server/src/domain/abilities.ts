/** What an adapter can do with money, in the engine's terms, told from the roles it offers. */
import type { SettlementScheme, SnapshotConnection } from '@switchyard/engine';
import type { Rail } from '@switchyard/rail-kit';

export type Abilities = Pick<SnapshotConnection, 'payment' | 'payout' | 'fx' | 'transit' | 'onChain'>;

export function abilitiesOf({ payment, payout, fx, transit }: Rail): Abilities {
  // A wallet pays from its own address only, which is as good as an account that is linked.
  if (payment?.wallet !== undefined) return { onChain: { assets: payment.wallet.assets, linkedOnly: true } };
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
