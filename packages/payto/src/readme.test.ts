import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PAYTO_ERROR_KEYS, PAYTO_ERRORS, PAYTO_SCHEMES } from './index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README', () => {
  it('has an example that runs', async () => {
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1];
    assert(example !== undefined);
    const code = example.replace("'@switchyard/payto'", `'${new URL('./index.ts', import.meta.url)}'`);
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
  });

  it('has a row for every type', () => {
    for (const scheme of PAYTO_SCHEMES) assert.ok(readme.includes(`\n| \`${scheme}\` |`), scheme);
  });

  it('has a row for every error with its words', () => {
    for (const key of PAYTO_ERROR_KEYS) {
      const words = PAYTO_ERRORS[key].vars.map((name) => `\`${name}\``).join(', ');
      assert.ok(readme.includes(`\n| \`${key}\` | ${words}${words === '' ? '' : ' '}|`), key);
    }
  });
});
