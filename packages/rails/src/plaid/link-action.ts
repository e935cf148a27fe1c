/**
 * Sends a user into Link, for linking and for approving payments alike: in a browser to the Hosted Link page, in an app by
 * the token that the SDK is opened with.
 */
import type { Channel, Failed, RedirectAction, SdkAction } from '@switchyard/rail-kit';
import { unavailable, unknownOutcome } from '@switchyard/rail-kit';
import type { PlaidApi } from './api/client.ts';
import { createLinkToken } from './api/link.ts';
import type { PlaidCredentials } from './credentials.ts';
import type { Writable } from './write-json.ts';

export interface LinkRequest {
  readonly user: string;
  readonly country: string;
  readonly institution: string | undefined;
  readonly channel: Channel;
  readonly returnUri: string;
  readonly state: string;
  readonly products: { readonly [key: string]: Writable | undefined };
  /** What the user does there may move money. */
  readonly movesMoney: boolean;
}

export interface OpenedLink {
  readonly linkToken: string;
  readonly action: RedirectAction | SdkAction;
  readonly expiresAtMs: number;
}

export async function openLink(
  deps: {
    readonly api: PlaidApi;
    readonly credentials: PlaidCredentials;
    readonly webhookUrl: string | undefined;
  },
  request: LinkRequest,
): Promise<
  { readonly ok: true; readonly value: OpenedLink } | { readonly ok: false; readonly failure: Failed }
> {
  const { credentials } = deps;
  const created = await createLinkToken(
    deps.api,
    {
      client_name: credentials.client_name,
      language: 'en',
      country_codes: [request.country],
      user: { client_user_id: request.user },
      ...request.products,
      webhook: deps.webhookUrl,
      institution_id: request.institution,
      ...(request.channel === 'web'
        ? { hosted_link: { completion_redirect_uri: withState(request.returnUri, request.state) } }
        : {
            redirect_uri: credentials.redirect_uri,
            android_package_name: credentials.android_package_name,
          }),
    },
    request.movesMoney,
  );
  if (!created.ok) return created;
  const { link_token: token, hosted_link_url: url, expiration } = created.value;
  const action = actionOf(request.channel, token, url);
  if (action === undefined)
    return { ok: false, failure: request.movesMoney ? unknownOutcome() : unavailable() };
  return { ok: true, value: { linkToken: token, action, expiresAtMs: Date.parse(expiration) } };
}

/** Hosted Link has no state parameter of its own, and keeps the query of the URI it returns to. */
export function withState(returnUri: string, state: string): string {
  const uri = new URL(returnUri);
  uri.searchParams.set('state', state);
  return uri.href;
}

function actionOf(
  channel: Channel,
  token: string,
  url: string | undefined,
): OpenedLink['action'] | undefined {
  if (channel === 'native') return { type: 'sdk', token, params: {} };
  return url === undefined ? undefined : { type: 'redirect', url };
}
