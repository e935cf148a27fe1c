/**
 * The standard gives the user's return no parameters, so ours travel inside the two addresses: `state`, and which of the
 * two was taken. Anyone can type such an address: it explains what the bank says and never replaces it.
 */
import type { Links, Returns } from './api.ts';

const MARKER = 'sca';

export type Back = 'no' | 'yes' | 'declined';

export function returnsFor(returnUri: string, state: string): Returns {
  const at = (marker: string) => {
    const uri = new URL(returnUri);
    uri.searchParams.set('state', state);
    uri.searchParams.set(MARKER, marker);
    return uri.href;
  };
  return { ok: at('ok'), nok: at('nok') };
}

export function backBy(returnParams: Readonly<Record<string, string>> | undefined): Back {
  return returnParams?.[MARKER] === 'nok' ? 'declined' : 'yes';
}

/** Where the user is to go. Links may be relative; what is no web address is none. */
export function redirectOf(links: Links, baseUrl: string): string | undefined {
  const href = links?.scaRedirect?.href;
  const url = href === undefined ? null : URL.parse(href, baseUrl);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** The id in `…/authorisations/{id}`. Only the id is taken: links are the bank's, the address we call is configured. */
export function authorisationIdOf(links: Links): string | undefined {
  const href = links?.scaStatus?.href ?? '';
  const [, id] = /\/authorisations\/([^/?#]+)$/.exec(href) ?? [];
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
