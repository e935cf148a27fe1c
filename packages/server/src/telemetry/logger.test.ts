import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createLogger, createRequestLog } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const collect = (line: string) => {
    text += line;
  };
  write(createLogger({ level: 'info', destination: { write: collect } }));
  return text;
}

test('of a database error only its code and the names in the schema are kept', () => {
  const error = new pg.DatabaseError('duplicate key value (ada@example.com)', 1, 'error');
  Object.assign(error, {
    code: '23505',
    detail: 'Key (email)=(ada@example.com)',
    table: 'customer',
    severity: 'ERROR',
  });
  const text = logged((logger) => logger.error({ err: error }, 'failed'));
  assert.match(text, /23505/);
  assert.match(text, /customer/);
  assert.doesNotMatch(text, /ada@example\.com/);
});

test('an error inside an error is described with the same care', () => {
  const cause = Object.assign(new pg.DatabaseError('holder Ada Lovelace', 1, 'error'), {
    severity: 'ERROR',
    code: '22P02',
  });
  const text = logged((logger) => logger.error({ err: new Error('outer', { cause }) }, 'failed'));
  assert.match(text, /outer/);
  assert.match(text, /22P02/);
  assert.doesNotMatch(text, /Lovelace/);
});

test('fields that hold secrets or people are redacted, one level down too', () => {
  const text = logged((logger) =>
    logger.info({ authorization: 'Bearer abc', request: { payto: 'payto://iban/x', email: 'e@x' } }),
  );
  assert.doesNotMatch(text, /abc|iban|e@x/);
  assert.match(text, /\[redacted\]/);
});

test('a line of the request log is JSON, with its caller where there is one', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createRequestLog({ level: 'info', destination });
  const line = { requestId: 'req_1', operation: 'none', method: 'M-SEARCH', status: 404, ms: 0.3 };
  const caller = { environment: 'env_1', key: 'key_1' };
  log({ ...line, environment: undefined, key: undefined, errorCode: undefined });
  log({ ...line, ...caller, errorCode: 'not_found' });
  const [anonymous, known] = lines.map((text) => {
    const { time, ...rest } = JSON.parse(text);
    assert.ok(!Number.isNaN(Date.parse(time)));
    return rest;
  });
  assert.deepEqual(anonymous, { level: 30, service: 'switchyard', ...line });
  assert.deepEqual(known, { level: 30, service: 'switchyard', ...line, ...caller });
});
