import assert from 'node:assert/strict';
import type { Action } from '@switchyard/rail-kit';
import { type PageDecision, walkPages } from '../../harness/walk-pages.ts';

/** A person without JavaScript: opens the page, presses one of its buttons, and lands where it sends them. */
export async function decideOnPage(
  action: Action,
  decision: PageDecision,
): Promise<{ readonly returnUri: URL; readonly returnParams: Readonly<Record<string, string>> }> {
  assert.equal(action.type, 'redirect');
  const { url, params } = await walkPages(action.url, decision);
  return { returnUri: url, returnParams: params };
}
