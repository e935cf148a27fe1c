/** The auth dialog: which bank, which accounts, yes or no. It ends with the user's return to the client, with a code or an error. */
import { page, redirect } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import { approvalPage } from '../../pages/approval-page.ts';
import { bankChoicePage } from '../../pages/bank-choice-page.ts';
import { messagePage } from '../../pages/message-page.ts';
import type { Bank } from '../../world/bank.ts';
import type { Connection, DialogSession, State } from './state.ts';

export const CONSENT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1_000;
/** At banks where a consent ends shortly after it was given. */
export const SHORT_CONSENT_MS = 2_000;
const CODE_LIFETIME_MS = 5 * 60 * 1_000;

const REVOKE = 'truelayer/revoke';

/** A consent can end at its bank, by itself or because somebody says so. */
export function endConsents({ world, connections }: State): void {
  const revoke = (id: string) => {
    const connection = connections.get(id);
    if (connection !== undefined) connection.isRevoked = true;
  };
  world.onDue(REVOKE, revoke);
  world.onRevoke('truelayer', revoke);
}

export function dialogPages(state: State): readonly Route[] {
  const path = '/login/:session';
  const withSession = (request: SimulatedRequest, work: (session: DialogSession) => Reply): Reply => {
    const session = state.sessions.get(request.params.session ?? '');
    return session === undefined || session.isOver ? refuse('This link has been used.') : work(session);
  };
  return [
    { method: 'GET', path: '/', kind: 'page', handle: ({ query }) => open(state, query) },
    {
      method: 'GET',
      path,
      kind: 'page',
      handle: (request) => withSession(request, (session) => show(state, session)),
    },
    {
      method: 'POST',
      path: `${path}/bank`,
      kind: 'page',
      handle: (request) =>
        withSession(request, (session) => {
          const id = request.form.get('institution') ?? '';
          session.bank = session.choice.includes(id) ? state.ids.bankOf(id) : undefined;
          return redirect(`${state.root}/login/${session.id}`);
        }),
    },
    {
      method: 'POST',
      path,
      kind: 'page',
      handle: (request) =>
        withSession(request, (session) =>
          session.bank === undefined
            ? show(state, session)
            : decide(state, session, session.bank, request.form),
        ),
    },
  ];
}

function open(state: State, query: URLSearchParams): Reply {
  const app = state.apps.get(query.get('client_id') ?? '');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (app === undefined) return refuse('The client is not known.');
  if (!URL.canParse(redirectUri)) return refuse('The return address is not one.');
  if (query.get('response_type') !== 'code') return refuse('The response type is not code.');
  const scope = query.get('scope') ?? '';
  if (!scope.split(' ').includes('accounts')) return refuse('The scope does not name accounts.');
  const choice = banksFor(
    state,
    (query.get('providers') ?? '').split(' ').filter((word) => word !== ''),
  );
  const wanted = query.get('provider_id');
  const bank = choice.find((each) => state.ids.idOf(each) === wanted);
  if (choice.length === 0 || (wanted !== null && bank === undefined)) return refuse('The bank is not known.');
  const session: DialogSession = {
    id: state.world.uuid(),
    clientId: app.clientId,
    redirectUri,
    state: query.get('state') ?? undefined,
    scope,
    choice: choice.map(state.ids.idOf),
    bank,
    isOver: false,
  };
  state.sessions.set(session.id, session);
  return show(state, session);
}

/** A word is a bank's id or a group, such as `uk-ob-all`: everything readable in that country. */
function banksFor({ ids }: State, words: readonly string[]): readonly Bank[] {
  if (words.length === 0) return ids.readable;
  const countries = words
    .filter((word) => word.endsWith('-all'))
    .map((word) => word.slice(0, 2).toUpperCase().replace('UK', 'GB'));
  return ids.readable.filter((bank) => words.includes(ids.idOf(bank)) || countries.includes(bank.country));
}

function show(state: State, session: DialogSession): Reply {
  const { bank, choice } = session;
  const address = `${state.root}/login/${session.id}`;
  if (bank === undefined) {
    const banks = choice.map((id) => ({ id, name: state.ids.bankOf(id)?.name ?? '' }));
    return page(bankChoicePage({ providerName: 'TrueLayer', banks, action: `${address}/bank`, hidden: {} }));
  }
  return page(
    approvalPage({
      providerName: 'TrueLayer',
      bankName: bank.name,
      heading: 'Share your accounts',
      facts: [
        ['With', session.clientId],
        ['What', 'Name, account numbers, balances'],
        ['For', '90 days'],
      ],
      accounts: state.world.banks.accountsAt(bank.id).map((account) => ({
        id: account.id,
        label: account.label,
        number: account.iban ?? '',
      })),
      choose: 'several',
      action: address,
      hidden: {},
    }),
  );
}

function decide(state: State, session: DialogSession, bank: Bank, form: URLSearchParams): Reply {
  session.isOver = true;
  if (form.get('decision') !== 'approve' || bank.wish === 'declines') {
    return goBack(session, { error: 'access_denied' });
  }
  if (bank.wish === 'unavailable') return goBack(session, { error: 'provider_error' });
  const code = state.world.uuid();
  const connection = connect(state, session, bank, form.getAll('account'));
  const untilMs = state.world.now() + CODE_LIFETIME_MS;
  state.codes.set(code, { connectionId: connection.id, redirectUri: session.redirectUri, untilMs });
  return goBack(session, { code, scope: session.scope });
}

function connect(state: State, session: DialogSession, bank: Bank, chosen: readonly string[]): Connection {
  const { world } = state;
  const accounts = world.banks
    .accountsAt(bank.id)
    .map(({ id }) => id)
    .filter((id) => chosen.length === 0 || chosen.includes(id));
  const lifetimeMs = bank.wish === 'expires' ? SHORT_CONSENT_MS : CONSENT_LIFETIME_MS;
  const connection: Connection = {
    id: world.uuid(),
    clientId: session.clientId,
    bank,
    accounts,
    createdAtMs: world.now(),
    expiresAtMs: world.now() + lifetimeMs,
    refreshToken: world.uuid(),
    isRevoked: false,
  };
  state.connections.set(connection.id, connection);
  if (bank.wish === 'revokes') world.schedule(REVOKE, SHORT_CONSENT_MS, connection.id);
  return connection;
}

function goBack(session: DialogSession, params: Readonly<Record<string, string>>): Reply {
  const uri = new URL(session.redirectUri);
  for (const [name, value] of Object.entries(params)) uri.searchParams.set(name, value);
  if (session.state !== undefined) uri.searchParams.set('state', session.state);
  return redirect(uri.href);
}

function refuse(text: string): Reply {
  return page(messagePage({ title: 'This cannot go on', text }), 400);
}
