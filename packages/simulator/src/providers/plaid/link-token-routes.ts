/** Tokens that open Link, what became of their sessions, and the exchange of what a session gave. */
import type { Route } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { apiRoute } from './api-route.ts';
import type { Directory } from './directory.ts';
import { invalidField, missingField, PlaidRefusal } from './errors.ts';
import { readCountries } from './institution-routes.ts';
import { describeLinkedAccounts } from './items.ts';
import {
  type Fields,
  optionalFields,
  optionalText,
  requireFields,
  requireText,
  textList,
} from './read-body.ts';
import type { LinkToken, PlaidState } from './state.ts';

const SDK_LIFETIME_MS = 4 * 3_600_000;
const HOSTED_LIFETIME_MS = 30 * 60_000;

export function linkTokenRoutes(world: World, state: PlaidState, directory: Directory): readonly Route[] {
  return [
    apiRoute(world, '/link/token/create', (body) => {
      const link = readLinkToken(world, state, directory, body);
      state.linkTokens.set(link.token, link);
      return {
        answer: {
          link_token: link.token,
          expiration: iso(link.expiresAtMs),
          ...(link.hosted === undefined
            ? {}
            : { hosted_link_url: `${world.baseUrl}/plaid/hosted-link?token=${link.token}` }),
        },
      };
    }),
    apiRoute(world, '/link/token/get', (body) => {
      const link = state.linkTokens.get(requireText(body, 'link_token'));
      if (link === undefined)
        throw new PlaidRefusal('INVALID_INPUT', 'INVALID_LINK_TOKEN', 'link token is not known');
      return { answer: describeLinkToken(state, link) };
    }),
    apiRoute(world, '/item/public_token/exchange', (body) => {
      const found = state.publicTokens.get(requireText(body, 'public_token'));
      if (found === undefined || world.now() > found.expiresAtMs)
        throw new PlaidRefusal(
          'INVALID_INPUT',
          'INVALID_PUBLIC_TOKEN',
          'could not find matching public token',
        );
      const item = state.items.get(found.accessToken);
      return { answer: { access_token: found.accessToken, item_id: item?.id } };
    }),
  ];
}

function readLinkToken(world: World, state: PlaidState, directory: Directory, body: Fields): LinkToken {
  requireText(requireFields(body, 'user'), 'client_user_id');
  const products = textList(body, 'products');
  if (products.length === 0) throw missingField('products');
  const hosted = optionalFields(body, 'hosted_link');
  const nowMs = world.now();
  const redirectUri = optionalText(body, 'redirect_uri');
  if (redirectUri?.includes('?')) throw invalidField('redirect_uri', 'must not have query parameters');
  return {
    token: `link-sandbox-${world.uuid()}`,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + (hosted === undefined ? SDK_LIFETIME_MS : HOSTED_LIFETIME_MS),
    clientName: requireText(body, 'client_name'),
    language: requireText(body, 'language'),
    countries: readCountries(body),
    products,
    webhook: readUrl(body, 'webhook'),
    redirectUri,
    institutionId: readInstitution(directory, body),
    hosted: hosted === undefined ? undefined : { completionUri: readUrl(hosted, 'completion_redirect_uri') },
    paymentId: products.includes('payment_initiation') ? readPaymentId(state, body) : undefined,
  };
}

function readPaymentId(state: PlaidState, body: Fields): string {
  const id = requireText(requireFields(body, 'payment_initiation'), 'payment_id');
  if (!state.payments.has(id)) throw invalidField('payment_initiation.payment_id', 'is not known');
  return id;
}

function readInstitution(directory: Directory, body: Fields): string | undefined {
  const id = optionalText(body, 'institution_id');
  if (id !== undefined && directory.bankOf(id) === undefined)
    throw new PlaidRefusal('INVALID_INPUT', 'INVALID_INSTITUTION', 'invalid institution_id provided');
  return id;
}

function readUrl(body: Fields, name: string): string | undefined {
  const url = optionalText(body, name);
  if (url !== undefined && !URL.canParse(url)) throw invalidField(name, 'must be a URL');
  return url;
}

function describeLinkToken(state: PlaidState, link: LinkToken): Fields {
  return {
    link_token: link.token,
    created_at: iso(link.createdAtMs),
    expiration: iso(link.expiresAtMs),
    metadata: {
      initial_products: link.products,
      webhook: link.webhook ?? null,
      country_codes: link.countries,
      language: link.language,
      redirect_uri: link.redirectUri ?? null,
      client_name: link.clientName,
    },
    // Without a special agreement, sessions of the SDK are not told here.
    link_sessions: link.hosted === undefined ? [] : describeSessions(state, link),
  };
}

function describeSessions(state: PlaidState, { session, paymentId }: LinkToken): readonly Fields[] {
  if (session === undefined) return [];
  const { accessToken = '' } = state.publicTokens.get(session.publicToken ?? '') ?? {};
  const item = state.items.get(accessToken);
  const added =
    item === undefined || paymentId !== undefined
      ? []
      : [
          {
            public_token: session.publicToken,
            accounts: describeLinkedAccounts(item),
            institution: { name: item.institutionName, institution_id: item.institutionId },
          },
        ];
  return [
    {
      link_session_id: session.id,
      started_at: iso(session.startedAtMs),
      finished_at: session.finishedAtMs === undefined ? null : iso(session.finishedAtMs),
      ...(session.exit === undefined
        ? {}
        : {
            exit: {
              error: session.exit.error,
              metadata: { institution: null, status: session.exit.status, link_session_id: session.id },
            },
          }),
      results: {
        item_add_results: added,
        cra_item_add_results: [],
        cra_update_results: [],
        bank_income_results: [],
        payroll_income_results: [],
        document_income_results: null,
      },
      events: [],
    },
  ];
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
