import { json } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import { ibanCheckDigits } from '../../world/check-digits.ts';
import { apiRoute, type FieldError, type Fields, fieldsOf, invalid, textOf } from './api-route.ts';
import type { Business } from './business.ts';
import { CURRENCIES } from './pricing.ts';
import type { Recipient, State } from './state.ts';

export function recipientRoutes(state: State): readonly Route[] {
  return [apiRoute(state, 'POST', '/v1/accounts', (_request, body) => createRecipient(state, body))];
}

function createRecipient(state: State, body: Fields): Reply {
  const details = fieldsOf(body.details);
  const [currency, type, holderName] = [body.currency, body.type, body.accountHolderName].map(textOf);
  const account = accountOf(type ?? '', currency ?? '', details);
  const errors = [
    ...wrongUnless(CURRENCIES.includes(currency ?? ''), 'currency'),
    ...wrongUnless(body.profile === undefined || body.profile === state.business.profileId, 'profile'),
    ...wrongUnless(LEGAL_TYPES.includes(textOf(details.legalType)), 'legalType'),
    ...wrongUnless(isName(holderName ?? '', textOf(details.legalType)), 'accountHolderName'),
    ...('errors' in account ? account.errors : []),
  ];
  if (errors.length > 0 || 'errors' in account) return invalid(400, errors);
  const recipient: Recipient = {
    id: state.nextId(),
    currency: currency ?? '',
    type: type ?? '',
    holderName: holderName ?? '',
    legalType: textOf(details.legalType),
    details,
    ...account,
  };
  state.recipients.set(String(recipient.id), recipient);
  return json(200, presentRecipient(state.business, recipient));
}

type Account = Pick<Recipient, 'number' | 'country'>;

/** Each kind of account belongs to a currency and has fields of its own. */
function accountOf(
  type: string,
  currency: string,
  details: Fields,
): Account | { readonly errors: readonly FieldError[] } {
  const [sortCode, accountNumber, iban, abartn] = [
    details.sortCode,
    details.accountNumber,
    details.IBAN,
    details.abartn,
  ].map(textOf) as [string, string, string, string];
  switch (`${type} ${currency}`) {
    case 'sort_code GBP':
      return checked({ number: `${sortCode}-${accountNumber}`, country: 'GB' }, [
        ...wrongUnless(/^[0-9]{6}$/.test(sortCode), 'sortCode'),
        ...wrongUnless(/^[0-9]{8}$/.test(accountNumber), 'accountNumber'),
      ]);
    case 'iban EUR':
      return checked({ number: iban, country: iban.slice(0, 2) }, wrongUnless(isIban(iban), 'IBAN'));
    case 'aba USD':
      return checked({ number: `${abartn}-${accountNumber}`, country: 'US' }, [
        ...wrongUnless(isRoutingNumber(abartn), 'abartn'),
        ...wrongUnless(/^[0-9]{4,17}$/.test(accountNumber), 'accountNumber'),
        ...wrongUnless(['CHECKING', 'SAVINGS'].includes(textOf(details.accountType)), 'accountType'),
        // The real one asks for the whole address on some routes; which, only its account requirements tell.
        ...wrongUnless(/^[A-Z]{2}$/.test(textOf(fieldsOf(details.address).country)), 'address.country'),
      ]);
    default:
      return { errors: wrongUnless(false, 'type') };
  }
}

function checked(account: Account, errors: readonly FieldError[]): ReturnType<typeof accountOf> {
  return errors.length === 0 ? account : { errors };
}

const LEGAL_TYPES: readonly string[] = ['PRIVATE', 'BUSINESS'];

/** A person has a first and a last name, each longer than a letter, and no digits in them. */
function isName(name: string, legalType: string): boolean {
  if (!/^[0-9A-Za-zÀ-ÖØ-öø-ÿ\-_()'*,.\s]{2,140}$/.test(name)) return false;
  const words = name.trim().split(/\s+/);
  const isPersonal = words.length > 1 && [words[0], words.at(-1)].every((word) => (word ?? '').length > 1);
  return legalType === 'BUSINESS' || (isPersonal && !/[0-9]/.test(name));
}

function isIban(iban: string): boolean {
  const [, country = '', check = '', bban = ''] = /^([A-Z]{2})([0-9]{2})([0-9A-Z]{11,30})$/.exec(iban) ?? [];
  return bban !== '' && ibanCheckDigits(country, bban) === check;
}

function isRoutingNumber(number: string): boolean {
  const weights = [3, 7, 1];
  const total = [...number].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % 3] ?? 0), 0);
  return /^[0-9]{9}$/.test(number) && total % 10 === 0;
}

function wrongUnless(isRight: boolean, path: string): readonly FieldError[] {
  return isRight ? [] : [{ code: 'NOT_VALID', path, message: `Please check ${path}.` }];
}

function presentRecipient(
  { userId, profileId }: Business,
  { id, holderName, currency, country, type, legalType, details }: Recipient,
) {
  return {
    id,
    creatorId: userId,
    profileId,
    name: { fullName: holderName, givenName: null, familyName: null, middleName: null },
    currency,
    country,
    type,
    legalEntityType: legalType === 'PRIVATE' ? 'PERSON' : 'INSTITUTION',
    active: true,
    details,
    isInternal: false,
    ownedByCustomer: false,
  };
}
