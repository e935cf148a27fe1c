/** Does what a person does on a provider's pages: chooses, logs in, and approves or declines, until they lead elsewhere. */
import assert from 'node:assert/strict';

export type PageDecision = 'approve' | 'decline';

const PAGES_MAX = 10;

/** Answers where the browser is sent in the end, and what arrives there. */
export async function walkPages(
  url: string,
  decision: PageDecision,
): Promise<{ readonly url: URL; readonly params: Readonly<Record<string, string>> }> {
  const home = new URL(url).origin;
  let at = url;
  let answer = await fetch(at, { redirect: 'manual' });
  for (let page = 0; page < PAGES_MAX; page += 1) {
    while (answer.status >= 300 && answer.status < 400) {
      const next = new URL(answer.headers.get('location') ?? '', at);
      if (next.origin !== home) return { url: next, params: Object.fromEntries(next.searchParams) };
      at = next.href;
      answer = await fetch(at, { redirect: 'manual' });
    }
    const html = await answer.text();
    const form = /<form\b[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(html);
    assert.ok(form, `a page with a form, not ${answer.status} ${html.slice(0, 200)}`);
    const [, action = '', inside = ''] = form;
    at = new URL(plain(action), at).href;
    answer = await fetch(at, { method: 'POST', body: filled(inside, decision), redirect: 'manual' });
  }
  throw new Error('The pages lead nowhere');
}

function filled(form: string, decision: PageDecision): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(input, 'name');
    const isChoice = /^(?:radio|checkbox)$/.test(attribute(input, 'type') ?? '');
    if (name === undefined || (isChoice && !/\bchecked\b/.test(input))) continue;
    fields.append(name, attribute(input, 'value') ?? '');
  }
  for (const [, name = '', options = ''] of form.matchAll(
    /<select\b[^>]*\bname="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    fields.append(name, plain(/<option\b[^>]*\bvalue="([^"]+)"/.exec(options)?.[1] ?? ''));
  }
  if (/\bname="decision"/.test(form)) fields.set('decision', decision);
  return fields;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : plain(value);
}

function plain(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
