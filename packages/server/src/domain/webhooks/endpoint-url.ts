/**
 * Whether messages may be sent to a URL at all, judged by its text alone. Where its host leads is judged each time a
 * connection is made, because names change their minds.
 */
import type { EnvironmentMode } from '@switchyard/engine';

export type UrlProblem = 'malformed' | 'too_long' | 'scheme' | 'userinfo' | 'port' | 'fragment';

export const URL_LENGTH_MAX = 2_048;

export function checkEndpointUrl(text: string, mode: EnvironmentMode): UrlProblem | undefined {
  if (text.length > URL_LENGTH_MAX) return 'too_long';
  // URL itself drops tabs and line ends, and reads a backslash as a slash: what a person saw is then not what is called.
  if (!VISIBLE_ASCII.test(text) || text.includes('\\') || !URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mode === 'test')) return 'scheme';
  if (url.username !== '' || url.password !== '' || AUTHORITY_WITH_AT.test(text)) return 'userinfo';
  if (!isSanePort(url.port)) return 'port';
  if (url.hash !== '' || text.endsWith('#')) return 'fragment';
  return undefined;
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const AUTHORITY_WITH_AT = /^[^/]*\/\/[^/?#]*@/;

/** The two of the web, and those that ordinary programs may take, but none at which something else is known to listen. */
function isSanePort(port: string): boolean {
  if (port === '' || port === '80' || port === '443') return true;
  return Number(port) >= 1024 && !OTHER_SERVICES.has(Number(port));
}

/** Databases, caches, queues, control planes and what browsers refuse: a POST may mean something to them. */
const OTHER_SERVICES: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 4369, 5060,
  5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 7077,
  8500, 9042, 9092, 9200, 9300, 10080, 10250, 11211, 15672, 25565, 26379, 27017, 50070,
]);
