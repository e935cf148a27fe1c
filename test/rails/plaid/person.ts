/** A person in front of the provider's pages: reads the forms that are really there and sends them. */
import assert from 'node:assert/strict';

export interface Choice {
  readonly decision: 'approve' | 'decline';
  /** By the name on the page; the first bank without one. */
  readonly bank?: string;
}

/** Walks from the first page to the decision, and gives the answer to it. */
export async function decideAt(
  url: string,
  choice: Choice,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const first = await fetch(url);
  const html = await first.text();
  assert.equal(first.status, 200, html);
  const options = [...html.matchAll(/<option value="([^"]*)">([^<]*)</g)];
  if (options.length > 0) {
    const option = options.find(([, , name]) => choice.bank === undefined || name === choice.bank);
    assert.ok(option?.[1] !== undefined, `no bank ${choice.bank}`);
    const next = await submit(html, [['institution', option[1]]], headers);
    const location = next.headers.get('location');
    assert.ok(next.status === 303 && location !== null);
    return decideAt(location, choice, headers);
  }
  const accounts = [...html.matchAll(/name="account" value="([^"]*)"/g)].map(
    ([, id]) => ['account', id ?? ''] as const,
  );
  const given = html.includes('type="radio"') ? accounts.slice(0, 1) : accounts;
  return submit(html, [...given, ['decision', choice.decision]], headers);
}

/** The parameters with which the person comes back. */
export async function comeBack(url: string, choice: Choice): Promise<Readonly<Record<string, string>>> {
  const answer = await decideAt(url, choice);
  const location = answer.headers.get('location');
  assert.ok(answer.status === 303 && location !== null, `${answer.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

function submit(
  html: string,
  fields: readonly (readonly [string, string])[],
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
  assert.ok(action !== undefined, html);
  const hidden = [...html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name ?? '', value ?? ''] as const,
  );
  const body = new URLSearchParams([...hidden, ...fields].map(([name, value]) => [name, value]));
  return fetch(action.replaceAll('&amp;', '&'), { method: 'POST', body, headers, redirect: 'manual' });
}
