import { z } from 'zod';
import { type InputErrorKey, inputError } from '../input-errors.ts';
import { RETURN_URI_LENGTH_MAX } from '../limits.ts';

/**
 * Where the user lands after the provider step. Only what holds for every environment and channel is checked
 * here: RFC 3986 characters (so no control character, space or backslash that a browser would read in its own
 * way), no userinfo, no scheme that runs or reads something local. Which hosts and app schemes are allowed is
 * the server's to say.
 */
export const ReturnUri = z
  .string()
  .check((context) => {
    const uri = context.value;
    if (uri.length > RETURN_URI_LENGTH_MAX) {
      const maximum = RETURN_URI_LENGTH_MAX;
      context.issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: undefined });
      return;
    }
    const problem = problemOf(uri);
    if (problem === 'not_a_uri') {
      context.issues.push({ code: 'invalid_format', format: 'uri', input: undefined });
    } else if (problem !== undefined) {
      context.issues.push({ code: 'custom', params: inputError(problem, {}), input: undefined });
    }
  })
  .meta({
    format: 'uri',
    maxLength: RETURN_URI_LENGTH_MAX,
    description:
      'Where the user lands after the provider step: an https URL, or with `channel: native` an app link. In test, ' +
      '`http://localhost` and `http://127.0.0.1` too. In live its origin must be on your allow-list.',
  });

const SCHEME_AND_AUTHORITY = /^([A-Za-z][A-Za-z0-9+.-]*):(\/\/[^/?#]*)?/;
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  'about',
  'blob',
  'data',
  'file',
  'javascript',
  'vbscript',
]);

type UriProblem = 'not_a_uri' | (InputErrorKey & ('input.uri_userinfo' | 'input.uri_scheme'));

function problemOf(uri: string): UriProblem | undefined {
  const match = URI_CHARACTERS.test(uri) ? SCHEME_AND_AUTHORITY.exec(uri) : null;
  if (match === null || !URL.canParse(uri)) return 'not_a_uri';
  const scheme = (match[1] ?? '').toLowerCase();
  const authority = match[2];
  if (REFUSED_SCHEMES.has(scheme)) return 'input.uri_scheme';
  if (authority?.includes('@')) return 'input.uri_userinfo';
  const isWeb = scheme === 'https' || scheme === 'http';
  return isWeb && (authority === undefined || authority === '//') ? 'not_a_uri' : undefined;
}
