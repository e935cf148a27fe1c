/**
 * `pix`: a key of the Brazilian Pix directory. The five kinds of key tell themselves apart by their shape.
 *
 * Documents are written without points and dashes, as the directory keeps them.
 */

import { cnpj, cpf } from 'cpf-cnpj-validator';
import { readEmailAddress } from '../email-address.ts';
import { accept, type Reading, type Refusal, refuse } from '../errors.ts';
import { PIX_EMAIL_LENGTH_MAX } from '../limits.ts';
import { maskBeforeAt, maskMiddle, maskPhoneNumber } from '../mask.ts';
import { readPhoneNumber } from '../phone-number.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface PixTarget {
  readonly known: true;
  readonly scheme: 'pix';
  /** `evp` is the directory's word for a random key. */
  readonly keyType: 'email' | 'phone' | 'cpf' | 'cnpj' | 'evp';
  readonly key: string;
}

export const pixType: PaytoType<'pix', PixTarget> = {
  scheme: 'pix',
  path: 'KEY',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(pixType);
    const reading = readKey(path[0]);
    if (!reading.ok) return reading;
    const { keyType, key, masked } = reading.value;
    return accept({
      target: { known: true, scheme: 'pix', keyType, key },
      segments: [key],
      identity: [key],
      masked,
      country: 'BR',
    });
  },
};

interface PixKey {
  readonly keyType: PixTarget['keyType'];
  readonly key: string;
  readonly masked: string;
}

function readKey(text: string): Reading<PixKey> {
  if (text.includes('@')) return readEmailKey(text);
  if (text.startsWith('+')) return readPhoneKey(text);
  if (CPF.test(text)) return readCpfKey(text);
  if (CNPJ.test(text)) return readCnpjKey(text.toUpperCase());
  if (UUID.test(text)) return readRandomKey(text.toLowerCase());
  return refuseKey(
    'an e-mail address, a +55 phone number, a CPF, a CNPJ or a random key, without punctuation',
  );
}

const CPF = /^[0-9]{11}$/;
const CNPJ = /^[0-9A-Za-z]{12}[0-9]{2}$/;
const UUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

function readEmailKey(text: string): Reading<PixKey> {
  const key = text.length <= PIX_EMAIL_LENGTH_MAX ? readEmailAddress(text) : undefined;
  if (key === undefined) return refuseKey(`an e-mail address of at most ${PIX_EMAIL_LENGTH_MAX} characters`);
  return accept({ keyType: 'email', key, masked: maskBeforeAt(key) });
}

function readPhoneKey(text: string): Reading<PixKey> {
  const phone = readPhoneNumber(text);
  if (phone?.callingCode !== '55') return refuseKey('a Brazilian phone number, as in +5511987654321');
  return accept({ keyType: 'phone', key: phone.number, masked: maskPhoneNumber(phone) });
}

function readCpfKey(key: string): Reading<PixKey> {
  if (!passesCpfCheck(key)) {
    return refuse('payto.checksum', { scheme: 'pix', check: 'the check digits of the CPF' });
  }
  return accept({ keyType: 'cpf', key, masked: `***.${key.slice(3, 6)}.***-**` });
}

/** Digits that are all the same pass the sums but are never issued. */
function passesCpfCheck(key: string): boolean {
  if (/^(.)\1*$/.test(key)) return false;
  // The digits are compared here, because the library's own verdict also refuses a number it dislikes
  // (12345678909), and "the check digits are wrong" would then not be true.
  const first = String(cpf.verifierDigit(key.slice(0, 9)));
  const second = String(cpf.verifierDigit(key.slice(0, 9) + first));
  return key.endsWith(first + second);
}

function readCnpjKey(key: string): Reading<PixKey> {
  if (!cnpj.isValid(key, true)) {
    return refuse('payto.checksum', { scheme: 'pix', check: 'the check digits of the CNPJ' });
  }
  return accept({ keyType: 'cnpj', key, masked: `****${key.slice(8, 12)}` });
}

function readRandomKey(key: string): Reading<PixKey> {
  return accept({ keyType: 'evp', key, masked: maskMiddle(key, 4, 4, '****') });
}

function refuseKey(expected: string): Refusal {
  return refuse('payto.part', { scheme: 'pix', part: 'key', expected });
}
