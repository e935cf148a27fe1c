/** The texts that let somebody in: management tokens, and what is in a session's cookie. */
import { formatSecret, hashSecret, isSecretText } from '../secret-text.ts';
import { networkOf } from './network-of.ts';
import { sameMailbox } from './operator.ts';

const TOKEN_PREFIX = 'sy_mgmt_';
const SESSION_PREFIX = 'sy_sess_';

export function formatManagementToken(random: Uint8Array): string {
  return formatSecret(TOKEN_PREFIX, random);
}

export function isManagementToken(text: string): boolean {
  return isSecretText(TOKEN_PREFIX, text);
}

export function formatSessionSecret(random: Uint8Array): string {
  return formatSecret(SESSION_PREFIX, random);
}

export function isSessionSecret(text: string): boolean {
  return isSecretText(SESSION_PREFIX, text);
}

/** By which an operator is found without the e-mail standing anywhere. No secret of ours begins like this. */
export function hashEmail(pepper: Buffer, email: string): Buffer {
  return hashSecret(pepper, `e-mail ${sameMailbox(email)}`);
}

/** From where somebody signs in, without saying who or where. */
export function hashPlace(pepper: Buffer, email: string, address: string): Buffer {
  return hashSecret(pepper, `place ${sameMailbox(email)} ${networkOf(address)}`);
}
