/** The two ends of a payment, as routes and as rails see them. */
import type { RouteEnd, SnapshotConnection } from '@switchyard/engine';
import { parsePayto } from '@switchyard/payto';
import type { Party } from '@switchyard/rail-kit';
import type { PayableAccount } from '../../store/accounts.ts';
import type { WorkflowDeps } from '../deps.ts';

/** Both accounts, with the wallets that are ours. */
export async function routeEnds(
  deps: WorkflowDeps,
  environmentId: string,
  connections: readonly SnapshotConnection[],
  { from, to }: { readonly from: PayableAccount; readonly to: PayableAccount },
): Promise<{ readonly from: RouteEnd; readonly to: RouteEnd }> {
  // Nobody else's account can be a wallet of ours, and asking for their addresses takes a while at first.
  const isOnChain = [from, to].some(({ account }) => account.scheme === 'eth');
  const wallets = isOnChain ? await ownWallets(deps, environmentId, connections) : [];
  return {
    from: await routeEndOf(deps, environmentId, from, wallets),
    to: await routeEndOf(deps, environmentId, to, wallets),
  };
}

async function routeEndOf(
  deps: WorkflowDeps,
  environmentId: string,
  { account, payto, links }: PayableAccount,
  wallets: readonly Wallet[],
): Promise<RouteEnd> {
  // A wallet that a connection has the key of is as good as linked to it.
  const own = wallets
    .filter((wallet) => sameAddress(wallet.payto, payto))
    .map(({ connectionId }) => connectionId);
  // Any address of a chain can be sent any token of it.
  const chains = account.assets.map(chainOf);
  const tokens = wallets.flatMap(({ assets }) => assets).filter((asset) => chains.includes(chainOf(asset)));
  const { country, institutionId } = account;
  const known =
    institutionId === undefined ? undefined : await deps.directory.find(environmentId, institutionId);
  return {
    account: account.id,
    ...(country === undefined ? {} : { country }),
    scheme: account.scheme,
    assets: [...new Set([...account.assets, ...tokens])],
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

interface Wallet {
  readonly connectionId: string;
  readonly payto: string;
  readonly assets: readonly string[];
}

/** The wallets that the environment's connections have the keys of. */
async function ownWallets(
  deps: WorkflowDeps,
  environmentId: string,
  connections: readonly SnapshotConnection[],
): Promise<readonly Wallet[]> {
  const found = connections.map(async ({ id, onChain }) => {
    if (onChain === undefined) return [];
    const callable = await deps.connections.callable(environmentId, id);
    const wallet = callable === undefined ? undefined : deps.caller.open(callable)?.payment?.wallet;
    return wallet === undefined
      ? []
      : [{ connectionId: id, assets: wallet.assets, payto: await wallet.payto() }];
  });
  return (await Promise.all(found)).flat();
}

function sameAddress(a: string, b: string): boolean {
  const [one, other] = [parsePayto(a), parsePayto(b)];
  return one.ok && other.ok && one.address.normalized === other.address.normalized;
}

/** `eip155:1` of `eip155:1/erc20:0x…`; undefined of money that is on no chain. */
function chainOf(asset: string): string {
  const [chain = '', rest] = asset.split('/');
  return rest === undefined ? asset : chain;
}
