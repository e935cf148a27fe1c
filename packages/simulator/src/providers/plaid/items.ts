/** Items: one person's login at one bank, what it shares, and how its consent ends. */
import type { Route } from '../../http/route.ts';
import type { Bank, BankAccount } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { apiRoute } from './api-route.ts';
import { decimalOf } from './decimal.ts';
import { errorBody, PlaidRefusal } from './errors.ts';
import { type Fields, requireText } from './read-body.ts';
import type { Item, LinkToken, PlaidState } from './state.ts';
import type { PlaidWebhooks } from './webhooks.ts';

/** At the test banks where consent does not last. */
export const CONSENT_ENDS_AFTER_MS = 2_000;
const CONSENT_DAYS = 90;
const DAY_MS = 86_400_000;

const ENDS = [
  ['plaid/revoke', 'USER_PERMISSION_REVOKED'],
  ['plaid/expire', 'ITEM_LOGIN_REQUIRED'],
] as const;

export interface Items {
  create(link: LinkToken, bank: Bank, institutionId: string, accounts: readonly BankAccount[]): Item;
  /** By its access token; refuses what Plaid would refuse. */
  require(accessToken: string): Item;
  readonly routes: readonly Route[];
}

export function createItems(world: World, state: PlaidState, webhooks: PlaidWebhooks): Items {
  const require = (accessToken: string): Item => {
    const item = state.items.get(accessToken);
    if (item === undefined)
      throw new PlaidRefusal('INVALID_INPUT', 'INVALID_ACCESS_TOKEN', 'could not find matching access token');
    return item;
  };
  const requireWorking = (body: Fields): Item => {
    const item = require(requireText(body, 'access_token'));
    if (item.error !== null)
      throw new PlaidRefusal(item.error.error_type, item.error.error_code, item.error.error_message);
    return item;
  };
  const end = (item: Item, code: 'ITEM_LOGIN_REQUIRED' | 'USER_PERMISSION_REVOKED'): void => {
    if (item.error !== null) return;
    const isRevoked = code === 'USER_PERMISSION_REVOKED';
    item.error = errorBody('ITEM_ERROR', code, 'the consent of the user no longer holds');
    webhooks.send({
      url: item.webhook,
      subject: item.id,
      body: {
        webhook_type: 'ITEM',
        webhook_code: isRevoked ? code : 'ERROR',
        item_id: item.id,
        error: item.error,
      },
    });
  };
  world.onRevoke('plaid', (ref) => {
    const item = state.items.find(({ id }) => id === ref);
    if (item !== undefined) end(item, 'USER_PERMISSION_REVOKED');
  });
  // Scheduled rather than read off the clock: the end of a consent is also told, by webhook.
  for (const [name, code] of ENDS) {
    world.onDue(name, (accessToken) => {
      const item = state.items.get(accessToken);
      if (item !== undefined) end(item, code);
    });
  }

  return {
    require,
    create(link, bank, institutionId, accounts) {
      const nowMs = world.now();
      const endsSoon = bank.wish === 'expires';
      const expires = endsSoon || bank.country !== 'US';
      const item: Item = {
        id: plaidId(world),
        accessToken: `access-sandbox-${world.uuid()}`,
        institutionId,
        institutionName: bank.name,
        products: link.products,
        webhook: link.webhook,
        createdAtMs: nowMs,
        consentExpiresAtMs: expires
          ? nowMs + (endsSoon ? CONSENT_ENDS_AFTER_MS : CONSENT_DAYS * DAY_MS)
          : undefined,
        accounts: new Map(accounts.map((account) => [plaidId(world), account])),
        error: null,
      };
      state.items.set(item.accessToken, item);
      if (bank.wish === 'revokes') world.schedule('plaid/revoke', CONSENT_ENDS_AFTER_MS, item.accessToken);
      if (endsSoon) world.schedule('plaid/expire', CONSENT_ENDS_AFTER_MS, item.accessToken);
      return item;
    },
    routes: [
      apiRoute(world, '/auth/get', (body) => {
        const item = requireWorking(body);
        return {
          answer: {
            accounts: [...item.accounts].map((entry) => describeAccount(world, entry)),
            numbers: numbersOf(world, item),
            item: describeItem(item),
          },
        };
      }),
      apiRoute(world, '/identity/get', (body) => {
        const item = requireWorking(body);
        return {
          answer: {
            accounts: [...item.accounts].map((entry) => ({
              ...describeAccount(world, entry),
              owners: [{ names: [entry[1].holderName], phone_numbers: [], emails: [], addresses: [] }],
            })),
            item: describeItem(item),
          },
        };
      }),
      apiRoute(world, '/item/get', (body) => {
        const item = require(requireText(body, 'access_token'));
        return {
          answer: {
            item: { ...describeItem(item), created_at: new Date(item.createdAtMs).toISOString() },
            status: null,
          },
        };
      }),
    ],
  };
}

/** As Link's callbacks tell them. */
export function describeLinkedAccounts(item: Item): readonly Fields[] {
  return [...item.accounts].map(([id, account]) => ({
    id,
    name: account.label,
    mask: maskOf(account),
    type: 'depository',
    subtype: subtypeOf(account),
    verification_status: null,
    class_type: null,
  }));
}

function describeItem(item: Item): Fields {
  return {
    item_id: item.id,
    institution_id: item.institutionId,
    institution_name: item.institutionName,
    webhook: item.webhook ?? null,
    auth_method: 'INSTANT_AUTH',
    error: item.error,
    available_products: ['balance', 'identity'],
    billed_products: item.products,
    products: item.products,
    consented_products: item.products,
    consent_expiration_time:
      item.consentExpiresAtMs === undefined ? null : new Date(item.consentExpiresAtMs).toISOString(),
    update_type: 'background',
  };
}

function describeAccount(world: World, [id, account]: readonly [string, BankAccount]): Fields {
  const balance = Number(decimalOf(world.money.balanceOf(account.id)));
  return {
    account_id: id,
    balances: {
      available: balance,
      current: balance,
      limit: null,
      iso_currency_code: account.currency,
      unofficial_currency_code: null,
    },
    mask: maskOf(account),
    name: account.label,
    official_name: account.label,
    type: 'depository',
    subtype: subtypeOf(account),
  };
}

function numbersOf(world: World, item: Item): Fields {
  const accounts = [...item.accounts];
  return {
    ach: accounts.flatMap(([account_id, { routingNumber, accountNumber }]) =>
      routingNumber === undefined || accountNumber === undefined
        ? []
        : [{ account_id, account: accountNumber, routing: routingNumber, wire_routing: routingNumber }],
    ),
    eft: [],
    international: accounts.flatMap(([account_id, { iban, bank }]) =>
      iban === undefined ? [] : [{ account_id, iban, bic: world.banks.byId(bank)?.bic ?? '' }],
    ),
    bacs: accounts.flatMap(([account_id, { sortCode, accountNumber }]) =>
      sortCode === undefined || accountNumber === undefined
        ? []
        : [{ account_id, account: accountNumber, sort_code: sortCode }],
    ),
  };
}

function maskOf(account: BankAccount): string {
  return (account.accountNumber ?? account.iban ?? '').slice(-4);
}

function subtypeOf({ id }: BankAccount): string {
  return id.endsWith('-2') ? 'savings' : 'checking';
}

function plaidId(world: World): string {
  return world.uuid().replaceAll('-', '');
}
