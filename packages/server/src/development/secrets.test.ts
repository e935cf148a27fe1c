import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadDevelopmentSecrets } from './secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-secrets-'));
const path = join(dataDir, 'secrets.json');
after(() => rmSync(dataDir, { recursive: true }));

test('secrets are made once and kept', () => {
  const first = loadDevelopmentSecrets(dataDir);
  assert.ok(first.ok);
  assert.deepEqual(loadDevelopmentSecrets(dataDir), first);
});

test('a file that is damaged is told of, and left as it is', () => {
  const whole = readFileSync(path, 'utf8');
  for (const damaged of [
    whole.slice(0, 40),
    '',
    '{}',
    'null',
    whole.replace(/"masterKey": "../, '"masterKey": "'),
  ]) {
    writeFileSync(path, damaged);
    assert.deepEqual(loadDevelopmentSecrets(dataDir), { ok: false, error: { path } });
    assert.equal(readFileSync(path, 'utf8'), damaged);
  }
});
