import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingArguments } from './settings.ts';

test('gives each setting as one argument after -c', () => {
  assert.deepEqual(settingArguments({ fsync: 'on', listen_addresses: '' }), [
    '-c',
    'fsync=on',
    '-c',
    'listen_addresses=',
  ]);
});
