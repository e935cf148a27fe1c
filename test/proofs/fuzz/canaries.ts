/**
 * Things that look like people's data and stand nowhere else, planted in requests: wherever one turns up again it
 * has leaked. No answer at all may repeat the address of an account; no error may repeat anything personal, wherever
 * it stood in the request. (A success may: a customer's name belongs into the customer.)
 */
import { germanIban } from '../../harness/german-iban.ts';

/** These stand where addresses belong, in `payto`, and there only. */
export const ADDRESSES: readonly string[] = [
  germanIban(7_000_000_001),
  germanIban(7_123_456_789),
  germanIban(7_987_654_321),
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
];

export const EMAILS: readonly string[] = [
  'canary.one@leak.example',
  'canary-two@leak.example',
  'canary+three@leak.example',
];

export const NAMES: readonly string[] = [
  'Zephyrine Canarywood',
  'Ágústa Leckageprüf',
  'Canarius O’Plantagenet',
];

/** What careless clients put into the wrong field, into a key, into the path. */
export const STRAYS: readonly string[] = [
  ...EMAILS,
  ...NAMES,
  germanIban(7_555_000_111),
  'GB33BUKB20201555555555',
  'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
  '0xAbCdEfAbCdEfAbCdEfAbCdEfAbCdEfAbCdEfAbCd',
  '+493012345678',
];

export const ALL_CANARIES: readonly string[] = [...ADDRESSES, ...STRAYS];

/** The canaries that a text holds, whatever the case of their letters. */
export function canariesIn(text: string, canaries: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries.filter((canary) => lower.includes(canary.toLowerCase()));
}
