/**
 * Link as a person sees it: choose the bank, log in there, agree or not. Hosted Link then sends the browser to the completion
 * URI; the page that stands for the SDK instead hands over what the app's callback would get, as JSON or as a page.
 */
import { json, page, redirect } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import { approvalPage } from '../../pages/approval-page.ts';
import { bankChoicePage } from '../../pages/bank-choice-page.ts';
import { messagePage } from '../../pages/message-page.ts';
import type { Bank, BankAccount } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { decimalOf } from './decimal.ts';
import type { Directory } from './directory.ts';
import { errorBody, type PlaidErrorBody } from './errors.ts';
import type { Items } from './items.ts';
import type { Payments } from './payments.ts';
import type { LinkSession, LinkToken, Payment, PlaidState } from './state.ts';
import type { PlaidWebhooks } from './webhooks.ts';

const PUBLIC_TOKEN_LIFETIME_MS = 30 * 60_000;

interface Deps {
  readonly world: World;
  readonly state: PlaidState;
  readonly directory: Directory;
  readonly items: Items;
  readonly payments: Payments;
  readonly webhooks: PlaidWebhooks;
}

export function linkPages(deps: Deps): readonly Route[] {
  return ['/hosted-link', '/link-sdk'].flatMap((path): readonly Route[] => [
    { method: 'GET', path, kind: 'page', handle: (request) => show(deps, path, request) },
    {
      method: 'POST',
      path: `${path}/bank`,
      kind: 'page',
      handle: ({ form }) =>
        redirect(
          `${deps.world.baseUrl}/plaid${path}?${new URLSearchParams({
            token: form.get('token') ?? '',
            institution: form.get('institution') ?? '',
          })}`,
        ),
    },
    { method: 'POST', path, kind: 'page', handle: (request) => decide(deps, path, request) },
  ]);
}

function show(deps: Deps, path: string, { query }: SimulatedRequest): Reply {
  const link = openLink(deps, path, query.get('token'));
  if (link === undefined) return closed();
  sessionOf(deps, link);
  const institution = link.institutionId ?? query.get('institution') ?? '';
  const bank = deps.directory.bankOf(institution);
  const action = `${deps.world.baseUrl}/plaid${path}`;
  if (bank === undefined) {
    return page(
      bankChoicePage({
        providerName: 'Plaid',
        banks: deps.directory
          .inCountries(link.countries)
          .map((choice) => ({ id: deps.directory.institutionId(choice), name: choice.name })),
        action: `${action}/bank`,
        hidden: { token: link.token },
      }),
    );
  }
  const payment = paymentOf(deps, link);
  return page(
    approvalPage({
      providerName: 'Plaid',
      bankName: bank.name,
      heading: payment === undefined ? `Share accounts with ${link.clientName}` : 'Approve a payment',
      facts: payment === undefined ? SHARED : factsOf(payment),
      accounts: offered(deps, bank, payment).map((account) => ({
        id: account.id,
        label: account.label,
        number: `•••• ${(account.accountNumber ?? account.iban ?? '').slice(-4)}`,
      })),
      choose: payment === undefined ? 'several' : 'one',
      action,
      hidden: { token: link.token, institution },
    }),
  );
}

function decide(deps: Deps, path: string, { form, headers }: SimulatedRequest): Reply {
  const link = openLink(deps, path, form.get('token'));
  const institution = form.get('institution') ?? '';
  const bank = deps.directory.bankOf(institution);
  if (link === undefined || bank === undefined) return closed();
  const session = sessionOf(deps, link);
  session.finishedAtMs = deps.world.now();

  const payment = paymentOf(deps, link);
  const chosen = offered(deps, bank, payment).filter(({ id }) => form.getAll('account').includes(id));
  const approved = form.get('decision') === 'approve';
  if (payment === undefined)
    finishLinking(deps, link, session, { bank, institution, approved, accounts: chosen });
  else finishPayment(deps, link, session, { payment, account: approved ? chosen[0] : undefined });
  if (link.hosted !== undefined) tellFinished(deps, link, session);
  if (path === '/link-sdk') return handOver(session, headers.accept ?? '');
  const { completionUri } = link.hosted ?? {};
  return completionUri === undefined ? finished() : redirect(completionUri);
}

function sessionOf({ world }: Deps, link: LinkToken): LinkSession {
  link.session ??= { id: world.uuid(), startedAtMs: world.now() };
  return link.session;
}

/** Undefined unless it may still be used here: Hosted Link only for tokens that asked for it. */
function openLink({ world, state }: Deps, path: string, token: string | null): LinkToken | undefined {
  const link = state.linkTokens.get(token ?? '');
  if (link === undefined || world.now() > link.expiresAtMs) return undefined;
  if (link.session?.finishedAtMs !== undefined) return undefined;
  return path === '/hosted-link' && link.hosted === undefined ? undefined : link;
}

function paymentOf({ state }: Deps, { paymentId }: LinkToken): Payment | undefined {
  return paymentId === undefined ? undefined : state.payments.get(paymentId);
}

/** All accounts there, or, when the payment names one of them, only that. */
function offered({ world }: Deps, bank: Bank, payment: Payment | undefined): readonly BankAccount[] {
  const accounts = world.banks.accountsAt(bank.id);
  const named = accounts.filter(
    ({ iban, sortCode, accountNumber }) =>
      (payment?.payer.iban != null && iban === payment.payer.iban) ||
      (payment?.payer.bacs != null &&
        sortCode === payment.payer.bacs.sort_code &&
        accountNumber === payment.payer.bacs.account),
  );
  return named.length > 0 ? named : accounts;
}

function finishLinking(
  { world, state, items }: Deps,
  link: LinkToken,
  session: LinkSession,
  decision: {
    readonly bank: Bank;
    readonly institution: string;
    readonly approved: boolean;
    readonly accounts: readonly BankAccount[];
  },
): void {
  const { bank, institution, approved, accounts } = decision;
  const exit = exitOf(bank, approved, accounts);
  if (exit !== undefined) {
    session.exit = exit;
    return;
  }
  session.publicToken = `public-sandbox-${world.uuid()}`;
  state.publicTokens.set(session.publicToken, {
    accessToken: items.create(link, bank, institution, accounts).accessToken,
    expiresAtMs: world.now() + PUBLIC_TOKEN_LIFETIME_MS,
  });
}

/** Link ends with a public token here too, which is good for nothing. */
function finishPayment(
  { world, payments }: Deps,
  link: LinkToken,
  session: LinkSession,
  { payment, account }: { readonly payment: Payment; readonly account: BankAccount | undefined },
): void {
  payment.webhook = link.webhook;
  if (account === undefined) {
    payments.cancel(payment);
    session.exit = left(null);
    return;
  }
  payments.authorise(payment, account);
  session.publicToken = `public-sandbox-${world.uuid()}`;
}

function exitOf(
  bank: Bank,
  approved: boolean,
  accounts: readonly BankAccount[],
): LinkSession['exit'] | undefined {
  if (bank.wish === 'unavailable')
    return left(errorBody('INSTITUTION_ERROR', 'INSTITUTION_DOWN', 'this institution is not responding'));
  if (!approved || bank.wish === 'declines') return left(null);
  return accounts.length === 0
    ? left(errorBody('ITEM_ERROR', 'NO_ACCOUNTS', 'no valid accounts were found for this item'))
    : undefined;
}

function left(error: PlaidErrorBody | null): NonNullable<LinkSession['exit']> {
  return { error, status: 'requires_oauth' };
}

function tellFinished({ webhooks }: Deps, link: LinkToken, session: LinkSession): void {
  webhooks.send({
    url: link.webhook,
    subject: link.token,
    body: {
      webhook_type: 'LINK',
      webhook_code: 'SESSION_FINISHED',
      status: session.exit === undefined ? 'SUCCESS' : 'EXITED',
      link_session_id: session.id,
      link_token: link.token,
      public_tokens: session.publicToken === undefined ? [] : [session.publicToken],
    },
  });
}

function handOver({ publicToken, exit }: LinkSession, accept: string): Reply {
  const result: Readonly<Record<string, string>> =
    publicToken === undefined
      ? { exit_status: exit?.status ?? '', ...(exit?.error == null ? {} : codesOf(exit.error)) }
      : { public_token: publicToken };
  if (accept.includes('application/json')) return json(200, result);
  return page(
    messagePage({
      title: publicToken === undefined ? 'You have left Link' : 'Your account is linked',
      text: `Give this to the app as sdkResult: ${JSON.stringify(result)}`,
    }),
  );
}

function codesOf({ error_type, error_code }: PlaidErrorBody): Readonly<Record<string, string>> {
  return { error_type, error_code };
}

function closed(): Reply {
  return page(
    messagePage({ title: 'This link is not open', text: 'It has been used, or it has expired.' }),
    410,
  );
}

function finished(): Reply {
  return page(messagePage({ title: 'Done', text: 'You can close this page.' }));
}

const SHARED: readonly (readonly [string, string])[] = [
  ['Shared', 'Account and sort code or routing numbers'],
  ['Also shared', 'The name of the account’s holder'],
];

function factsOf({
  amountMinor,
  currency,
  recipient,
  reference,
}: Payment): readonly (readonly [string, string])[] {
  return [
    ['Amount', `${decimalOf(amountMinor)} ${currency}`],
    ['To', recipient.name],
    ['Reference', reference],
  ];
}
