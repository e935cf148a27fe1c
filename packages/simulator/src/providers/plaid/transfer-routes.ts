import type { Reply, Route } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { apiRoute, type Outcome, serverError } from './api-route.ts';
import { describeAuthorization, describeEvent, describeTransfer } from './describe-transfer.ts';
import { invalidField, PlaidRefusal } from './errors.ts';
import type { Items } from './items.ts';
import {
  type Fields,
  optionalFields,
  optionalText,
  requireFields,
  requireText,
  textList,
  wholeNumber,
} from './read-body.ts';
import type { Authorization, Item, PlaidState, Transfer } from './state.ts';
import type { Transfers } from './transfers.ts';

const AUTHORIZATION_LIFETIME_MS = 3_600_000;
const KEY_RETENTION_MS = 48 * 3_600_000;
const DESCRIPTION_MAX = 15;
const ACH_DESCRIPTION_MAX = 10;
const HANG: Reply = { kind: 'hang' };
const RESET: Reply = { kind: 'reset' };

interface Deps {
  readonly world: World;
  readonly state: PlaidState;
  readonly items: Items;
  readonly transfers: Transfers;
}

export function transferRoutes(deps: Deps): readonly Route[] {
  const { world, state } = deps;
  return [
    apiRoute(world, '/transfer/authorization/create', (body) => ({
      answer: { authorization: describeAuthorization(authorize(deps, body)) },
    })),
    apiRoute(world, '/transfer/create', (body) => createTransfer(deps, body)),
    apiRoute(world, '/transfer/get', (body) => ({
      answer: { transfer: describeTransfer(findTransfer(state, body)) },
    })),
    apiRoute(world, '/transfer/cancel', (body) => {
      const transfer = findTransfer(state, body);
      if (transfer.status !== 'pending')
        throw new PlaidRefusal(
          'TRANSFER_ERROR',
          'TRANSFER_NOT_CANCELLABLE',
          'the transfer cannot be cancelled',
        );
      deps.transfers.cancel(transfer);
      return { answer: {} };
    }),
    apiRoute(world, '/transfer/list', (body) => {
      const sinceMs = readDate(body, 'start_date') ?? 0;
      const untilMs = readDate(body, 'end_date') ?? Number.POSITIVE_INFINITY;
      const transfers = state.transfers
        .list()
        .toReversed()
        .filter(({ createdAtMs }) => createdAtMs >= sinceMs && createdAtMs <= untilMs);
      return { answer: { transfers: pageOf(transfers, body).map(describeTransfer) } };
    }),
    apiRoute(world, '/transfer/event/list', (body) => {
      const sinceMs = readDate(body, 'start_date') ?? 0;
      const types = textList(body, 'event_types');
      const transferId = optionalText(body, 'transfer_id');
      const events = state.transferEvents
        .list()
        .filter(({ atMs }) => atMs >= sinceMs)
        .filter(({ type }) => types.length === 0 || types.includes(type))
        .filter((event) => transferId === undefined || event.transferId === transferId)
        .reverse();
      const shown = pageOf(events, body);
      return {
        answer: {
          transfer_events: shown.map((event) => describeEvent(event, transferOf(state, event.transferId))),
          has_more: shown.length < events.length,
        },
      };
    }),
  ];
}

function authorize(deps: Deps, body: Fields): Authorization {
  const { world, state } = deps;
  const key = optionalText(body, 'idempotency_key');
  const known = state.authorizations.get(state.authorizationsByKey.get(key ?? '') ?? '');
  const isKept = known !== undefined && world.now() - known.createdAtMs < KEY_RETENTION_MS;
  if (isKept && known.decision !== 'user_action_required') return known;
  const item = deps.items.require(requireText(body, 'access_token'));
  const accountId = requireText(body, 'account_id');
  const account = item.accounts.get(accountId);
  if (account === undefined)
    throw new PlaidRefusal('INVALID_INPUT', 'INVALID_ACCOUNT_ID', 'the account is not of this item');
  if (account.currency !== 'USD') throw invalidField('account_id', 'must be an account in USD');
  const request = readRequest(body);
  const authorization: Authorization = {
    id: world.uuid(),
    accessToken: item.accessToken,
    accountId,
    account,
    createdAtMs: world.now(),
    ...request,
    ...judge(world, item, account.id, request),
  };
  state.authorizations.set(authorization.id, authorization);
  if (key !== undefined) state.authorizationsByKey.set(key, authorization.id);
  return authorization;
}

type TransferRequest = Pick<
  Authorization,
  'type' | 'network' | 'achClass' | 'amount' | 'legalName' | 'ledgerId'
>;

function readRequest(body: Fields): TransferRequest {
  const type = requireText(body, 'type');
  const network = requireText(body, 'network');
  const achClass = optionalText(body, 'ach_class');
  const amount = requireText(body, 'amount');
  if (type !== 'debit' && type !== 'credit') throw invalidField('type', 'must be debit or credit');
  if (!['ach', 'same-day-ach', 'rtp'].includes(network)) throw invalidField('network', 'is not supported');
  if (network === 'rtp' && type === 'debit') throw invalidField('network', 'does not take debits');
  const classes = type === 'debit' ? ['ccd', 'tel', 'web'] : ['ccd', 'ppd'];
  if (network !== 'rtp' && !classes.includes(achClass ?? ''))
    throw invalidField('ach_class', `must be one of ${classes.join(', ')}`);
  if (!/^[0-9]+\.[0-9]{2}$/.test(amount) || Number(amount) === 0)
    throw invalidField('amount', 'must be a decimal with two digits of precision');
  return {
    type,
    network,
    achClass,
    amount,
    legalName: requireText(requireFields(body, 'user'), 'legal_name'),
    ledgerId: optionalText(body, 'ledger_id') ?? null,
  };
}

function judge(
  world: World,
  item: Item,
  account: string,
  { type, amount, legalName }: TransferRequest,
): Pick<Authorization, 'decision' | 'rationale'> {
  if (item.error !== null) return { decision: 'user_action_required', rationale: 'ITEM_LOGIN_REQUIRED' };
  const { creation } = world.scriptFor({ reference: undefined, payeeName: legalName, bank: undefined });
  if (creation === 'refused') return { decision: 'declined', rationale: 'RISK' };
  const isShort = type === 'debit' && world.money.balanceOf(account) < BigInt(amount.replace('.', ''));
  return isShort ? { decision: 'declined', rationale: 'NSF' } : { decision: 'approved', rationale: null };
}

/** One transfer for one authorization, however often it is asked for. */
function createTransfer(deps: Deps, body: Fields): Outcome {
  const { world, state } = deps;
  const authorization = state.authorizations.get(requireText(body, 'authorization_id'));
  if (authorization === undefined) throw invalidField('authorization_id', 'is not known');
  if (authorization.transferId !== undefined)
    return { answer: { transfer: describeTransfer(transferOf(state, authorization.transferId)) } };
  checkAuthorization(world, authorization, body);
  const description = requireText(body, 'description');
  const descriptionMax = authorization.network === 'rtp' ? DESCRIPTION_MAX : ACH_DESCRIPTION_MAX;
  if (description.length > descriptionMax)
    throw invalidField('description', `must be at most ${descriptionMax} characters`);
  const { bank } = authorization.account;
  const script = world.scriptFor({ reference: description, payeeName: authorization.legalName, bank });
  if (script.creation === 'error_500') return { reply: serverError() };
  const transfer: Transfer = {
    id: world.uuid(),
    authorization,
    amount: optionalText(body, 'amount') ?? authorization.amount,
    description,
    metadata: optionalFields(body, 'metadata') ?? {},
    createdAtMs: world.now(),
    script,
    status: 'pending',
    failureCode: null,
  };
  authorization.transferId = transfer.id;
  state.transfers.set(transfer.id, transfer);
  deps.transfers.begin(transfer);
  if (script.creation === 'timeout') return { reply: HANG };
  if (script.creation === 'reset') return { reply: RESET };
  return { answer: { transfer: describeTransfer(transfer) } };
}

function checkAuthorization(world: World, authorization: Authorization, body: Fields): void {
  const { accessToken, accountId, createdAtMs, decision, amount } = authorization;
  if (requireText(body, 'access_token') !== accessToken || requireText(body, 'account_id') !== accountId)
    throw invalidField('authorization_id', 'is for another account');
  if (decision !== 'approved') throw invalidField('authorization_id', 'was not approved');
  if (world.now() - createdAtMs > AUTHORIZATION_LIFETIME_MS)
    throw new PlaidRefusal(
      'TRANSFER_ERROR',
      'TRANSFER_AUTHORIZATION_EXPIRED',
      'the authorization has expired',
    );
  const asked = optionalText(body, 'amount') ?? amount;
  if (!/^[0-9]+\.[0-9]{2}$/.test(asked) || BigInt(asked.replace('.', '')) > BigInt(amount.replace('.', '')))
    throw invalidField('amount', 'must not be more than what was authorized');
}

function findTransfer(state: PlaidState, body: Fields): Transfer {
  const authorization = state.authorizations.get(optionalText(body, 'authorization_id') ?? '');
  return transferOf(state, optionalText(body, 'transfer_id') ?? authorization?.transferId ?? '');
}

function transferOf(state: PlaidState, id: string): Transfer {
  const transfer = state.transfers.get(id);
  if (transfer === undefined) throw invalidField('transfer_id', 'is not known');
  return transfer;
}

function pageOf<T>(list: readonly T[], body: Fields): readonly T[] {
  const count = wholeNumber(body, 'count', { min: 1, max: 25, absent: 25 });
  const offset = wholeNumber(body, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER, absent: 0 });
  return list.slice(offset, offset + count);
}

function readDate(body: Fields, name: string): number | undefined {
  const text = optionalText(body, name);
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidField(name, 'must be a date and time');
  return ms;
}
