/** Consents to see accounts, and the accounts. */
import { json, nothing } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { Bank, BankAccount } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { type ConsentEnd, fateOfConsent, onConsentEnd } from '../xs2a/consent-fate.ts';
import { fieldsOf } from '../xs2a/read-fields.ts';
import { tppError } from './errors.ts';
import { type Call, type Returns, readReturns } from './read-call.ts';

type ConsentStatus = 'received' | 'rejected' | 'valid' | 'revokedByPsu' | 'expired' | 'terminatedByTpp';

export interface Consent {
  readonly id: string;
  readonly authorisationId: string;
  readonly bank: Bank;
  readonly returns: Returns;
  readonly access: Readonly<Record<string, unknown>>;
  readonly recurringIndicator: boolean;
  readonly frequencyPerDay: number;
  readonly validUntil: string;
  status: ConsentStatus;
  accounts: readonly BankAccount[];
  lastActionDate: string;
}

const DAY_MS = 86_400_000;
/** Banks shorten what is asked for. */
const CONSENT_DAYS_MAX = 180;

export interface Consents {
  create(call: Call): Reply;
  get(call: Call): Reply;
  getStatus(call: Call): Reply;
  remove(call: Call): Reply;
  getAuthorisation(call: Call): Reply;
  listAccounts(call: Call): Reply;
  byAuthorisation(authorisationId: string): Consent | undefined;
  decide(consent: Consent, accounts: readonly BankAccount[] | undefined): void;
}

export function createConsents(world: World, root: string): Consents {
  const consents = world.table<Consent>('berlin-group/consents');
  const day = (ms = world.now()) => new Date(ms).toISOString().slice(0, 10);

  const end = (id: string, how: ConsentEnd) => {
    const consent = consents.get(id);
    if (consent?.status === 'valid') consent.status = how === 'revoked' ? 'revokedByPsu' : 'expired';
  };
  onConsentEnd(world, 'berlin-group', end);
  world.onRevoke('berlin-group', (ref) => end(ref, 'revoked'));

  function found({ bank, request, requestId }: Call, reply: (consent: Consent) => Reply): Reply {
    const consent = consents.get(request.params.consent ?? '');
    return consent?.bank.id === bank.id
      ? reply(consent)
      : tppError(requestId, 'CONSENT_UNKNOWN', 'There is no such consent.');
  }

  function linksOf({ id, authorisationId, bank }: Consent) {
    const self = `${root}/${bank.id}/v1/consents/${id}`;
    return {
      scaRedirect: { href: `${world.baseUrl}${root}/${bank.id}/sca/${authorisationId}` },
      self: { href: self },
      status: { href: `${self}/status` },
      scaStatus: { href: `${self}/authorisations/${authorisationId}` },
    };
  }

  return {
    create({ bank, request, requestId }) {
      if (bank.wish === 'unavailable') return nothing(503, { 'x-request-id': requestId });
      const returns = readReturns(request);
      if (typeof returns === 'string') return tppError(requestId, 'FORMAT_ERROR', returns);
      const wish = readConsent(request);
      if (typeof wish === 'string') return tppError(requestId, 'FORMAT_ERROR', wish);
      if (wish.validUntil < day()) return tppError(requestId, 'PERIOD_INVALID', 'validUntil has passed.');
      const latest = day(world.now() + CONSENT_DAYS_MAX * DAY_MS);
      const consent: Consent = {
        ...wish,
        id: world.uuid(),
        authorisationId: world.uuid(),
        bank,
        returns,
        validUntil: wish.validUntil > latest ? latest : wish.validUntil,
        status: 'received',
        accounts: [],
        lastActionDate: day(),
      };
      consents.set(consent.id, consent);
      const _links = linksOf(consent);
      return json(
        201,
        { consentStatus: consent.status, consentId: consent.id, _links },
        {
          'x-request-id': requestId,
          location: `${world.baseUrl}${_links.self.href}`,
          'aspsp-sca-approach': 'REDIRECT',
        },
      );
    },

    get: (call) =>
      found(call, (consent) => {
        const { access, recurringIndicator, validUntil, frequencyPerDay, lastActionDate } = consent;
        const told = {
          access: grantedAccess(consent, access),
          recurringIndicator,
          validUntil,
          frequencyPerDay,
        };
        return json(
          200,
          { ...told, lastActionDate, consentStatus: consent.status },
          { 'x-request-id': call.requestId },
        );
      }),

    getStatus: (call) =>
      found(call, ({ status }) => json(200, { consentStatus: status }, { 'x-request-id': call.requestId })),

    remove: (call) =>
      found(call, (consent) => {
        if (consent.status === 'received' || consent.status === 'valid') consent.status = 'terminatedByTpp';
        return nothing(204, { 'x-request-id': call.requestId });
      }),

    getAuthorisation: (call) =>
      found(call, ({ status, authorisationId }) =>
        call.request.params.authorisation === authorisationId
          ? json(200, { scaStatus: scaStatusOf(status) }, { 'x-request-id': call.requestId })
          : tppError(call.requestId, 'RESOURCE_UNKNOWN', 'There is no such authorisation.'),
      ),

    listAccounts({ bank, request, requestId }) {
      const consent = consents.get(request.headers['consent-id'] ?? '');
      if (consent?.bank.id !== bank.id)
        return tppError(requestId, 'CONSENT_UNKNOWN', 'There is no such consent.');
      if (consent.status === 'expired')
        return tppError(requestId, 'CONSENT_EXPIRED', 'The consent has expired.');
      if (consent.status !== 'valid')
        return tppError(requestId, 'CONSENT_INVALID', 'The consent is not valid.');
      consent.lastActionDate = day();
      const accounts = consent.accounts.map((account) => accountOf(account, consent));
      return json(200, { accounts }, { 'x-request-id': requestId });
    },

    byAuthorisation: (authorisationId) =>
      consents.find((consent) => consent.authorisationId === authorisationId),

    decide(consent, accounts) {
      consent.status = accounts === undefined ? 'rejected' : 'valid';
      consent.accounts = accounts ?? [];
      if (accounts === undefined) return;
      fateOfConsent(world, 'berlin-group', consent.bank, consent.id);
    },
  };
}

/** A text is what is wrong with the body. */
function readConsent({ json: body }: SimulatedRequest) {
  const { access, recurringIndicator, validUntil, frequencyPerDay, combinedServiceIndicator } =
    fieldsOf(body);
  if (Object.keys(fieldsOf(access)).length === 0) return 'access must say what is asked for.';
  if (typeof recurringIndicator !== 'boolean') return 'recurringIndicator must be true or false.';
  if (typeof combinedServiceIndicator !== 'boolean') return 'combinedServiceIndicator must be true or false.';
  if (typeof validUntil !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(validUntil))
    return 'validUntil must be a date.';
  if (typeof frequencyPerDay !== 'number' || !Number.isInteger(frequencyPerDay) || frequencyPerDay < 1)
    return 'frequencyPerDay must be at least 1.';
  return { access: fieldsOf(access), recurringIndicator, validUntil, frequencyPerDay };
}

/** Once granted, a consent names the accounts that were chosen where it was asked for with empty lists. */
function grantedAccess({ status, accounts }: Consent, access: Readonly<Record<string, unknown>>) {
  if (status === 'received' || status === 'rejected') return access;
  return { ...access, accounts: accounts.map(({ iban, currency }) => ({ iban, currency })) };
}

function scaStatusOf(status: ConsentStatus): 'received' | 'failed' | 'finalised' {
  if (status === 'received') return 'received';
  return status === 'rejected' ? 'failed' : 'finalised';
}

/** The owner's name is told only where it was asked for. */
function accountOf({ id, iban, currency, label, holderName }: BankAccount, { bank, access }: Consent) {
  const asksOwner = Array.isArray(fieldsOf(access.additionalInformation).ownerName);
  return {
    resourceId: id,
    iban,
    currency,
    name: label,
    product: label,
    cashAccountType: 'CACC',
    status: 'enabled',
    usage: 'PRIV',
    bic: bank.bic,
    ...(asksOwner ? { ownerName: holderName } : {}),
  };
}
