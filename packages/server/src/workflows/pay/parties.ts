/** The two ends of a payment, as routes and as rails see them. */
import type { RouteEnd } from '@switchyard/engine';
import type { Party } from '@switchyard/rail-kit';
import type { PayableAccount } from '../../store/accounts.ts';
import type { WorkflowDeps } from '../deps.ts';

export async function routeEndOf(
  deps: WorkflowDeps,
  environmentId: string,
  { account, payto, links }: PayableAccount,
  wallets: readonly { readonly connectionId: string; readonly payto: string }[],
): Promise<RouteEnd> {
  // A wallet that a connection has the key of is as good as linked to it.
  const own = wallets
    .filter((wallet) => sameAddress(wallet.payto, payto))
    .map(({ connectionId }) => connectionId);
  const { country, institutionId } = account;
  const known =
    institutionId === undefined ? undefined : await deps.directory.find(environmentId, institutionId);
  return {
    account: account.id,
    ...(country === undefined ? {} : { country }),
    scheme: account.scheme,
    assets: account.assets,
    ...(known === undefined ? {} : { institution: known.id }),
    links: [...links.map(({ connectionId }) => connectionId), ...own],
  };
}

/** With what the connection's provider calls the bank, and what linking through it left behind. */
export async function partyOf(
  deps: WorkflowDeps,
  environmentId: string,
  { account, payto, links }: PayableAccount,
  connectionId: string,
): Promise<Party> {
  const { country, institutionId } = account;
  const known =
    institutionId === undefined ? undefined : await deps.directory.find(environmentId, institutionId);
  const ref = known?.reach.find((reach) => reach.connectionId === connectionId)?.ref;
  const link = links.find((one) => one.connectionId === connectionId);
  return {
    payto,
    holderName: account.details.holderName,
    ...(country === undefined ? {} : { country }),
    ...(ref === undefined ? {} : { institution: ref }),
    ...(link === undefined ? {} : { link: { account: link.account, grant: link.grant } }),
  };
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
