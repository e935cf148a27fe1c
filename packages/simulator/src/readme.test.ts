import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has an example that runs', async (t) => {
    const said = t.mock.method(console, 'log', () => {});
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1];
    assert(example !== undefined);
    const code = example.replace("'@switchyard/simulator'", `'${new URL('./index.ts', import.meta.url)}'`);
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
    assert.match(String(said.mock.calls[0]?.arguments[0]), /^http:.*\/control\/faults$/);
  });
});
