/**
 * The piece of a receiver's answer that the delivery log keeps: enough to see what it complained of. Whatever may be a
 * secret, a number of an account or somebody's address is taken out, because answers repeat what they were sent and more.
 */
export const ANSWER_CHARS_MAX = 400;

export function maskAnswer(answer: string): string {
  const masked = MASKED.reduce(
    (text, pattern) => text.replaceAll(pattern, '•'),
    answer.slice(0, LOOKED_AT_MAX),
  );
  const whole = answer.length > LOOKED_AT_MAX ? masked.slice(0, -CUT_THROUGH_MAX) : masked;
  return [...whole.replaceAll(CONTROLS, ' ').trim()].slice(0, ANSWER_CHARS_MAX).join('');
}

/** More than is kept, because masks are short; not all of it, because a receiver may send what is slow to look at. */
const LOOKED_AT_MAX = 1_024;
/** What the end of that cuts through is not known for what it is, and goes. */
const CUT_THROUGH_MAX = 64;

const MASKED: readonly RegExp[] = [
  // An e-mail address.
  /[^\s"'<>@]{1,128}@[^\s"'<>@]{1,255}/g,
  // Letters and digits mixed, long enough for a token, a key or an IBAN, also in groups of four.
  /\b(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{16,}={0,2}/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  // Digits enough for an account, a card or a telephone, however they are grouped.
  /\+?\d(?:[ .\-/()]?\d){5,}/g,
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to go
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
