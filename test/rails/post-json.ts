import assert from 'node:assert/strict';

/** Tells the simulator's control API or a provider's dashboard, which take it or fail the test. */
export async function postJson(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${url} answered ${answer.status}: ${await answer.text()}`);
}
