/** What a fresh consent gives us to know of the accounts behind it. */
import type { LinkedAccount, LinkStep } from '@switchyard/rail-kit';
import { addressOf } from './addresses.ts';
import type { PlaidApi } from './api/client.ts';
import { type Auth, getAuth, getIdentity, type Identity } from './api/item.ts';
import type { PlaidGrant } from './memo.ts';

const POLL_AFTER_MS = 3_000;

const NO_USABLE_ACCOUNT: ReadonlySet<string> = new Set(['NO_ACCOUNTS', 'NO_AUTH_ACCOUNTS']);

export async function readAccounts(api: PlaidApi, { accessToken, itemId }: PlaidGrant): Promise<LinkStep> {
  const auth = await getAuth(api, accessToken);
  if (!auth.ok) {
    const { kind, providerCode } = auth.failure;
    if (providerCode !== undefined && NO_USABLE_ACCOUNT.has(providerCode))
      return { kind: 'refused', code: 'account_unusable', providerCode };
    // The public token is spent by now. The access token must not be lost because the bank was slow.
    return kind === 'unavailable' || providerCode === 'PRODUCT_NOT_READY'
      ? {
          kind: 'processing',
          memo: { stage: 'exchanged', accessToken, itemId },
          pollAfterMs: POLL_AFTER_MS,
        }
      : auth.failure;
  }
  const identity = await getIdentity(api, accessToken);
  const accounts = accountsOf(auth.value, identity.ok ? identity.value : undefined);
  if (accounts.length === 0) return { kind: 'refused', code: 'account_unusable' };
  const expiry = auth.value.item.consent_expiration_time;
  return {
    kind: 'done',
    result: {
      grant: {
        secret: { accessToken, itemId },
        ref: itemId,
        ...(expiry == null ? {} : { consentExpiresAtMs: Date.parse(expiry) }),
      },
      accounts,
    },
  };
}

/** Pure. Accounts whose number is missing or cannot be right are left out. */
export function accountsOf(auth: Auth, identity: Identity | undefined): readonly LinkedAccount[] {
  const { institution_id: ref, institution_name: name } = auth.item;
  const institution = { ...(ref == null ? {} : { ref }), ...(name == null ? {} : { name }) };
  return auth.accounts.flatMap(({ account_id: id, balances }) => {
    const address = addressOf(id, auth, balances.iso_currency_code);
    if (address === undefined) return [];
    const holderName = holderOf(id, identity);
    return [
      {
        id,
        payto: address.payto,
        assets: [`iso4217:${address.currency}`],
        ...(holderName === undefined ? {} : { holderName }),
        ...(ref == null && name == null ? {} : { institution }),
      },
    ];
  });
}

/** The first name of the first owner: Plaid puts the name the bank itself uses first. */
function holderOf(accountId: string, identity: Identity | undefined): string | undefined {
  const account = identity?.accounts.find(({ account_id }) => account_id === accountId);
  const name = account?.owners[0]?.names[0]?.trim();
  return name === undefined || name === '' ? undefined : name;
}
