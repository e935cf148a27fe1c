import { json } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import { type LocalAccount, localAccounts } from './account-numbers.ts';
import { apiRoute, invalid, refusal } from './api-route.ts';
import type { Business } from './business.ts';
import { decimal } from './decimal.ts';
import type { Balance, State, StatementLine } from './state.ts';

export function balanceRoutes(state: State): readonly Route[] {
  return [
    apiRoute(state, 'GET', '/v4/profiles/:profileId/balances', ({ query }) => listBalances(state, query)),
    apiRoute(
      state,
      'GET',
      '/v1/profiles/:profileId/balance-statements/:balanceId/statement.json',
      (request) => statement(state, request),
    ),
    apiRoute(state, 'GET', '/v1/profiles/:profileId/account-details', () =>
      json(
        200,
        localAccounts(state.business).map((account, index) => presentAccount(state.business, account, index)),
      ),
    ),
  ];
}

function listBalances({ balances }: State, query: URLSearchParams): Reply {
  const types = query.get('types')?.split(',') ?? [];
  if (types.length === 0 || !types.every((type) => TYPES.includes(type))) {
    return invalid(400, [{ code: 'NOT_VALID', path: 'types', message: 'Name a type of balance.' }]);
  }
  return json(200, types.includes('STANDARD') ? balances.list().map(presentBalance) : []);
}

const TYPES: readonly string[] = ['STANDARD', 'SAVINGS'];

function statement({ balances, lines: all }: State, { params, query }: SimulatedRequest): Reply {
  const balance = balances.find(({ id }) => String(id) === params.balanceId);
  if (balance === undefined) return refusal(404, 'balance.not-found', 'There is no such balance.');
  const [start, end] = [query.get('intervalStart') ?? '', query.get('intervalEnd') ?? ''];
  const [fromMs, toMs] = [Date.parse(start), Date.parse(end)];
  const isPeriod = fromMs <= toMs && toMs - fromMs <= SPAN_MAX_MS;
  if (!isPeriod || query.get('currency') !== balance.currency) {
    return invalid(400, [{ code: 'NOT_VALID', path: 'intervalStart', message: 'Check the period.' }]);
  }
  const lines = all
    .list()
    .filter(({ currency, atMs }) => currency === balance.currency && atMs >= fromMs && atMs <= toMs);
  return json(200, {
    accountHolder: { type: 'BUSINESS' },
    issuer: { name: 'Simulated Wise', city: 'London', country: 'United Kingdom' },
    bankDetails: null,
    transactions: lines.toReversed().map((line) => presentLine(line, balance.currency)),
    endOfStatementBalance: amount(lines.at(-1)?.balanceMinor ?? balance.amountMinor, balance.currency),
    query: {
      intervalStart: new Date(fromMs).toISOString(),
      intervalEnd: new Date(toMs).toISOString(),
      currency: balance.currency,
      accountId: balance.id,
    },
  });
}

const SPAN_MAX_MS = 469 * 24 * 60 * 60 * 1_000;

function presentBalance({ id, currency, amountMinor, createdAtMs }: Readonly<Balance>) {
  const held = amount(amountMinor, currency);
  const at = new Date(createdAtMs).toISOString();
  return {
    id,
    currency,
    type: 'STANDARD',
    name: null,
    icon: null,
    investmentState: 'NOT_INVESTED',
    amount: held,
    reservedAmount: amount(0n, currency),
    cashAmount: held,
    totalWorth: held,
    creationTime: at,
    modificationTime: at,
    visible: true,
  };
}

function presentLine(line: StatementLine, currency: string) {
  return {
    type: line.type,
    date: new Date(line.atMs).toISOString(),
    amount: amount(line.amountMinor, currency),
    totalFees: amount(line.feeMinor, currency),
    details: line.details,
    exchangeDetails: null,
    runningBalance: amount(line.balanceMinor, currency),
    referenceNumber: line.referenceNumber,
  };
}

function presentAccount(
  { name }: Business,
  { currency, currencyName, subtitle, details }: LocalAccount,
  index: number,
) {
  const holder = { type: 'ACCOUNT_HOLDER', title: 'Account holder', body: name };
  return {
    id: 14_000_001 + index,
    currency: { code: currency, name: currencyName },
    title: `Your ${currency} account details`,
    subtitle,
    status: 'ACTIVE',
    deprecated: false,
    receiveOptions: [
      {
        type: 'LOCAL',
        title: 'Local',
        description: null,
        details: [holder, ...details].map((detail) => ({ ...detail, description: null, hidden: false })),
      },
    ],
    bankFeatures: [{ key: 'LOCAL_RECEIVE', title: 'Receive locally', supported: true }],
  };
}

function amount(amountMinor: bigint, currency: string) {
  return { value: decimal(amountMinor), currency };
}
