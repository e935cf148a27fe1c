import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactNumber, readExactJson, writeExactJson } from './exact-json.ts';

test('numbers are read as the digits that stand in the text', () => {
  const text =
    '{"id":9007199254740993,"rate":1.170000,"list":[0.1,-7.76,1E+2],"text":"5","none":null,"yes":true}';
  assert.deepEqual(readExactJson(text), {
    id: '9007199254740993',
    rate: '1.170000',
    list: ['0.1', '-7.76', '1E+2'],
    text: '5',
    none: null,
    yes: true,
  });
});

test('what is no JSON is undefined', () => {
  for (const text of ['', '{"id":1', 'NaN', '<h1>502</h1>']) assert.equal(readExactJson(text), undefined);
});

test('numbers are written digit for digit, and what is undefined is left out', () => {
  const body = {
    amount: exactNumber('12345678901234567890.10'),
    name: 'A "quoted" name',
    absent: undefined,
    inner: { id: exactNumber('9007199254740993') },
  };
  assert.equal(
    writeExactJson(body),
    '{"amount":12345678901234567890.10,"name":"A \\"quoted\\" name","inner":{"id":9007199254740993}}',
  );
});

test('what is no number never stands in a body as one', () => {
  for (const digits of ['1,"admin":true', '01', '', '1e5', '-1', '0x1'])
    assert.equal(writeExactJson({ a: exactNumber(digits) }), `{"a":{"digits":${JSON.stringify(digits)}}}`);
});
