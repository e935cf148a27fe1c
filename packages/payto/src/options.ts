/**
 * The options behind the question mark, as a record of lower-case names to decoded values.
 *
 * Unknown options are kept: RFC 8905 lets every type have its own. `amount` and `receiver-name` may be given
 * once, because two answers to "how much" and "to whom" are none; of any other option the first is kept.
 */

import { accept, type Reading, refuse } from './errors.ts';
import { splitAtFirst } from './grammar.ts';
import { decodePart } from './percent.ts';

export type PaytoOptions = Readonly<Record<string, string>>;

export function readOptions(query: string): Reading<PaytoOptions> {
  const options = new Map<string, string>();
  // A question mark with nothing behind it is accepted; an empty option between two ampersands is not.
  for (const option of query === '' ? [] : query.split('&')) {
    if (!option.includes('=')) return refuse('payto.option', { rule: 'each option must be name=value' });
    const [rawName, rawValue] = splitAtFirst(option, '=');
    if (!OPTION_NAME.test(rawName)) return refuse('payto.option', { rule: NAME_RULE });
    const name = rawName.toLowerCase();
    if (options.has(name) && GIVEN_ONCE.has(name)) return refuse('payto.option_repeated', { option: name });
    const value = decodePart(rawValue.replaceAll('+', ' '));
    if (!value.ok) return value;
    if (!options.has(name)) options.set(name, value.value);
  }
  // `fromEntries` defines own properties, so an option called __proto__ could not reach the prototype either.
  return accept(Object.fromEntries(options));
}

const OPTION_NAME = /^[A-Za-z][A-Za-z0-9.-]*$/;
const NAME_RULE = 'an option name is letters, digits, dots and dashes and starts with a letter';
const GIVEN_ONCE: ReadonlySet<string> = new Set(['amount', 'receiver-name']);
