/** Access to accounts: authorised on the provider's page, exchanged for a session with a code that works once. */
import { createHash } from 'node:crypto';
import { json, redirect } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { Bank, BankAccount } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { chosenAccounts, consentForm, isApproved, usedUp } from '../xs2a/approval-form.ts';
import { CONSENT_ENDS_AFTER_MS, type ConsentEnd, fateOfConsent, onConsentEnd } from '../xs2a/consent-fate.ts';
import { fieldsOf, isWebUri, textOf, withQuery } from '../xs2a/read-fields.ts';
import type { Application } from './applications.ts';
import { CONSENT_SECONDS_MAX, findBank, PSU_TYPES } from './aspsps.ts';
import { apiError } from './errors.ts';

const CODE_LIVES_MS = 10 * 60_000;

interface Authorization {
  readonly id: string;
  readonly application: string;
  readonly bank: Bank;
  readonly state: string;
  readonly redirectUrl: string;
  readonly validUntil: string;
  readonly psuType: string;
  readonly psuIdHash: string;
  isDecided: boolean;
}

interface Session {
  readonly id: string;
  /** As it was when it was decided: it does not change any more. */
  readonly authorization: Readonly<Authorization>;
  readonly accounts: readonly (BankAccount & { readonly uid: string })[];
  readonly code: string;
  readonly codeMadeAtMs: number;
  status: 'RETURNED_FROM_BANK' | 'AUTHORIZED' | 'EXPIRED' | 'CLOSED' | 'REVOKED';
  readonly createdAt: string;
}

export interface Sessions {
  authorize(application: Application, request: SimulatedRequest): Reply;
  open(application: Application, request: SimulatedRequest): Reply;
  get(application: Application, request: SimulatedRequest): Reply;
  close(application: Application, request: SimulatedRequest): Reply;
  showForm(request: SimulatedRequest): Reply;
  decide(request: SimulatedRequest): Reply;
}

export function createSessions(world: World, root: string, providerName: string): Sessions {
  const authorizations = world.table<Authorization>('enable-banking/authorizations');
  const sessions = world.table<Session>('enable-banking/sessions');

  const end = (id: string, how: ConsentEnd) => {
    const session = sessions.get(id);
    if (session?.status === 'AUTHORIZED') session.status = how === 'revoked' ? 'REVOKED' : 'EXPIRED';
  };
  onConsentEnd(world, 'enable-banking', end);
  world.onRevoke('enable-banking', (ref) => end(ref, 'revoked'));

  function found(application: Application, { params }: SimulatedRequest, reply: (session: Session) => Reply) {
    const session = sessions.get(params.session ?? '');
    return session?.authorization.application === application.id
      ? reply(session)
      : apiError('SESSION_DOES_NOT_EXIST');
  }

  return {
    authorize(application, { json: body }) {
      const wish = readAuthorization(world, application, fieldsOf(body));
      if ('kind' in wish) return wish;
      const id = world.uuid();
      authorizations.set(id, { ...wish, id, application: application.id, isDecided: false });
      return json(200, {
        url: `${world.baseUrl}${root}/ais/start?sessionid=${id}`,
        authorization_id: id,
        psu_id_hash: wish.psuIdHash,
      });
    },

    open(application, { json: body }) {
      const code = textOf(fieldsOf(body).code);
      const session = sessions.find((candidate) => candidate.code === code);
      if (session?.authorization.application !== application.id) return apiError('WRONG_AUTHORIZATION_CODE');
      if (session.status !== 'RETURNED_FROM_BANK') return apiError('ALREADY_AUTHORIZED');
      if (world.now() - session.codeMadeAtMs > CODE_LIVES_MS) return apiError('EXPIRED_AUTHORIZATION_CODE');
      session.status = 'AUTHORIZED';
      const { bank, psuType } = session.authorization;
      fateOfConsent(world, 'enable-banking', bank, session.id);
      return json(200, {
        session_id: session.id,
        accounts: session.accounts.map((account) => accountOf(account, bank)),
        aspsp: { name: bank.name, country: bank.country },
        psu_type: psuType,
        access: accessOf(session),
      });
    },

    get: (application, request) =>
      found(application, request, (session) => {
        const { bank, psuType, psuIdHash } = session.authorization;
        return json(200, {
          status: session.status,
          accounts: session.accounts.map(({ uid }) => uid),
          accounts_data: session.accounts.map((account) => ({ uid: account.uid, ...hashesOf(account) })),
          aspsp: { name: bank.name, country: bank.country },
          psu_type: psuType,
          psu_id_hash: psuIdHash,
          access: accessOf(session),
          created: session.createdAt,
        });
      }),

    close: (application, request) =>
      found(application, request, (session) => {
        session.status = 'CLOSED';
        return json(200, { message: 'OK' });
      }),

    showForm({ query }) {
      const id = query.get('sessionid') ?? '';
      const authorization = authorizations.get(id);
      if (authorization === undefined || authorization.isDecided) return usedUp();
      const action = `${root}/ais/start`;
      return consentForm(world, authorization.bank, { providerName, action, hidden: { sessionid: id } });
    },

    decide(request) {
      const authorization = authorizations.get(request.form.get('sessionid') ?? '');
      if (authorization === undefined || authorization.isDecided) return usedUp();
      authorization.isDecided = true;
      const { bank, state, redirectUrl } = authorization;
      if (!isApproved(request, bank)) {
        const error_description = 'Cancelled by user';
        return redirect(withQuery(redirectUrl, { error: 'access_denied', error_description, state }));
      }
      const session: Session = {
        id: world.uuid(),
        authorization,
        accounts: chosenAccounts(world, bank, request).map((account) => ({ ...account, uid: world.uuid() })),
        code: world.uuid(),
        codeMadeAtMs: world.now(),
        status: 'RETURNED_FROM_BANK',
        createdAt: new Date(world.now()).toISOString(),
      };
      sessions.set(session.id, session);
      return redirect(withQuery(redirectUrl, { state, code: session.code }));
    },
  };
}

type AuthorizationWish = Omit<Authorization, 'id' | 'application' | 'isDecided'>;

function readAuthorization(
  world: World,
  { redirectUrls }: Application,
  { access, aspsp, state, redirect_url, psu_type = 'personal', psu_id }: Readonly<Record<string, unknown>>,
): AuthorizationWish | Reply {
  const validUntil = textOf(fieldsOf(access).valid_until) ?? '';
  const untilMs = Date.parse(validUntil);
  if (!(untilMs > world.now() && untilMs <= world.now() + CONSENT_SECONDS_MAX * 1000))
    return apiError('WRONG_REQUEST_PARAMETERS', 'access.valid_until');
  if (typeof state !== 'string') return apiError('WRONG_REQUEST_PARAMETERS', 'state');
  if (typeof psu_type !== 'string' || !PSU_TYPES.includes(psu_type))
    return apiError('WRONG_REQUEST_PARAMETERS', 'psu_type');
  if (!isWebUri(redirect_url)) return apiError('WRONG_REQUEST_PARAMETERS', 'redirect_url');
  if (redirectUrls.length > 0 && !redirectUrls.includes(redirect_url))
    return apiError('REDIRECT_URI_NOT_ALLOWED');
  const bank = findBank(world, aspsp);
  if (bank === undefined) return apiError('WRONG_ASPSP_PROVIDED');
  if (bank.wish === 'unavailable') return apiError('ASPSP_ERROR');
  const psuIdHash = sha256(`psu/${textOf(psu_id) ?? world.uuid()}`, 'hex');
  return { bank, state, redirectUrl: redirect_url, validUntil, psuType: psu_type, psuIdHash };
}

function accountOf(account: BankAccount & { readonly uid: string }, bank: Bank) {
  const { iban, accountNumber, currency, holderName, label, uid } = account;
  const other = { identification: accountNumber ?? account.id, scheme_name: 'BBAN' };
  return {
    account_id: iban === undefined ? { other } : { iban },
    all_account_ids: [iban === undefined ? other : { identification: iban, scheme_name: 'IBAN' }],
    account_servicer: { name: bank.name, ...(bank.bic === '' ? {} : { bic_fi: bank.bic }) },
    name: holderName,
    details: label,
    usage: 'PRIV',
    cash_account_type: 'CACC',
    currency,
    uid,
    ...hashesOf(account),
  };
}

/** The same for an account in every session. */
function hashesOf({ id }: BankAccount) {
  const identification_hash = sha256(`account/${id}`, 'base64');
  return { identification_hash, identification_hashes: [identification_hash] };
}

/** A bank may end a consent sooner than it was asked for, and says so. */
function accessOf({ authorization, codeMadeAtMs }: Session) {
  const endsSoon = authorization.bank.wish === 'expires';
  const validUntil = endsSoon
    ? new Date(codeMadeAtMs + CONSENT_ENDS_AFTER_MS).toISOString()
    : authorization.validUntil;
  return { valid_until: validUntil, balances: false, transactions: false };
}

function sha256(text: string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(text).digest(encoding);
}
