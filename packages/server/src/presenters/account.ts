import type { Account } from '../domain/account.ts';
import type { EventRecord } from '../domain/event.ts';
import { maskHolderName } from '../domain/holder-name.ts';
import type { Presented } from './presented.ts';

export function presentAccount(account: Account): Presented<'accounts.get'> {
  return {
    ...presentPublic(account),
    holderName: account.details.holderName,
    metadata: account.details.metadata,
  };
}

/** The account as events show it: its holder's name masked, its metadata left out. */
export function presentAccountForEvent(account: Account): EventRecord['object'] {
  return { ...presentPublic(account), holderName: maskHolderName(account.details.holderName) };
}

function presentPublic(account: Account) {
  return {
    id: account.id,
    object: 'account' as const,
    ...(account.customerId === undefined ? {} : { customer: account.customerId }),
    source: account.source,
    address: {
      scheme: account.scheme,
      masked: account.masked,
      ...(account.country === undefined ? {} : { country: account.country }),
    },
    ...(account.institutionId === undefined ? {} : { institution: account.institutionId }),
    assets: [...account.assets],
    rails: account.rails.map(({ rail, connectionId, roles, consentExpiresAt }) => ({
      rail,
      connection: connectionId,
      roles,
      ...(consentExpiresAt === undefined ? {} : { consentExpiresAt: consentExpiresAt.toISOString() }),
    })),
    status: account.status,
    fingerprint: account.fingerprint,
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}
