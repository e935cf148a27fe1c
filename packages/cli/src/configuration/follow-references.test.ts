import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followReferences } from './follow-references.ts';

const file = (credentials: string) => `format: 1
# \${env:IN_A_COMMENT} is nobody's
connections:
  - key: wise
    label: "\${env:NOT_A_CREDENTIAL}"
    credentials:
${credentials}
`;
const sources = {
  variables: { TOKEN: 'abc', EMPTY: '' },
  readFile: (path: string) => (path === 'keys/wise.pem' ? '-----BEGIN-----\nx\n' : undefined),
};

test('variables and files are followed, credentials only', () => {
  const text = file('      api_token: ${' + 'env:TOKEN}\n      key: ${' + 'file:keys/wise.pem}');
  assert.deepEqual(followReferences(text, sources), {
    ok: true,
    secrets: { '${env:TOKEN}': 'abc', '${file:keys/wise.pem}': '-----BEGIN-----\nx' },
  });
});

test('all that leads nowhere is told at once', () => {
  const text = file('      a: ${' + 'env:EMPTY}\n      b: ${' + 'env:MISSING}\n      c: ${' + 'file:gone}');
  const followed = followReferences(text, sources);
  assert.equal(followed.ok, false);
  assert.deepEqual(followed.ok ? [] : followed.problems.map((problem) => problem.split(':')[1]), [
    'EMPTY}',
    'MISSING}',
    'gone}',
  ]);
});

test('what is no YAML has no references; the service says what is wrong with it', () => {
  assert.deepEqual(followReferences('{ [', sources), { ok: true, secrets: {} });
});
