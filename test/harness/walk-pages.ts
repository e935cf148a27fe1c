/** Does what a person does on a provider's pages: chooses, logs in, and approves or declines, until they lead elsewhere. */
import assert from 'node:assert/strict';
import { reach } from './api.ts';

export type PageDecision = 'approve' | 'decline';

const PAGES_MAX = 10;

export interface Walked {
  /** Where the browser is sent in the end. */
  readonly url: URL;
  /** What arrives there; or what an SDK hands to its app. */
  readonly params: Readonly<Record<string, string>>;
  /** The last four characters of each account that was ticked on the last page. */
  readonly ticked: readonly string[];
}

/** `bank` is the name of the one to choose where the provider asks; without it, the first. */
export async function walkPages(url: string, decision: PageDecision, bank?: string): Promise<Walked> {
  let ticked: readonly string[] = [];
  const home = new URL(url).origin;
  let at = url;
  let answer = await reach(at, { redirect: 'manual' });
  for (let page = 0; page < PAGES_MAX; page += 1) {
    while (answer.status >= 300 && answer.status < 400) {
      const next = new URL(answer.headers.get('location') ?? '', at);
      if (next.origin !== home) return { url: next, params: Object.fromEntries(next.searchParams), ticked };
      at = next.href;
      answer = await reach(at, { redirect: 'manual' });
    }
    if (answer.headers.get('content-type')?.startsWith('application/json') === true)
      return { url: new URL(at), params: await answer.json(), ticked };
    const html = await answer.text();
    const form = /<form\b[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(html);
    assert.ok(form, `a page with a form, not ${answer.status} ${html.slice(0, 200)}`);
    const [, action = '', inside = ''] = form;
    at = new URL(plain(action), at).href;
    ticked = tickedIn(inside);
    answer = await reach(at, {
      method: 'POST',
      headers: { accept: 'text/html,application/json' },
      body: filled(inside, decision, bank),
      redirect: 'manual',
    });
  }
  throw new Error('The pages lead nowhere');
}

function filled(form: string, decision: PageDecision, bank: string | undefined): URLSearchParams {
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
    const choices = [...options.matchAll(/<option\b[^>]*\bvalue="([^"]+)"[^>]*>([^<]*)/g)];
    const chosen = choices.find(([, , label = '']) => plain(label).trim() === bank) ?? choices[0];
    fields.append(name, plain(chosen?.[1] ?? ''));
  }
  if (/\bname="decision"/.test(form)) fields.set('decision', decision);
  return fields;
}

function tickedIn(form: string): readonly string[] {
  const choices = form.matchAll(/<label class="choice">([\s\S]*?)<\/label>/g);
  return [...choices].flatMap(([, choice = '']) => {
    const number = /class="number">([^<]*)</.exec(choice)?.[1];
    return /\bchecked\b/.test(choice) && number !== undefined ? [number.replaceAll(' ', '').slice(-4)] : [];
  });
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : plain(value);
}

function plain(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
