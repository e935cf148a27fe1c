import assert from 'node:assert/strict';
import type { Action } from '@switchyard/rail-kit';

/** A person without JavaScript: opens the page, presses one of its buttons, and lands where it sends them. */
export async function decideOnPage(
  action: Action,
  decision: 'approve' | 'decline',
): Promise<{ readonly returnUri: URL; readonly returnParams: Readonly<Record<string, string>> }> {
  assert.equal(action.type, 'redirect');
  const page = await fetch(action.url);
  assert.equal(page.status, 200, action.url);
  const html = await page.text();
  const [, target = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  const form = new URLSearchParams({ decision, login: 'anything' });
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    form.append(name, value);
  for (const [, value = ''] of html.matchAll(
    /<input type="(?:checkbox|radio)" name="account" value="([^"]+)"/g,
  ))
    form.append('account', value);
  const answer = await fetch(new URL(target, action.url), { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(answer.status, 303);
  const returnUri = new URL(answer.headers.get('location') ?? '');
  return { returnUri, returnParams: Object.fromEntries(returnUri.searchParams) };
}
