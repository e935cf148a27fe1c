import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePart, encodeOptionValue, encodeSegment } from './percent.ts';

describe('percent-encoding', () => {
  it('keeps a segment readable and protects what would split it', () => {
    assert.equal(encodeSegment("a:b@c+d,e;f=g$h&i!j'k(l)*m"), "a:b@c+d,e;f=g$h&i!j'k(l)*m");
    assert.equal(encodeSegment('a/b?c#d%e f'), 'a%2Fb%3Fc%23d%25e%20f');
  });

  it('protects the ampersand and the plus in an option value', () => {
    assert.equal(encodeOptionValue('EUR:1,000.5 a+b&c=d/e'), 'EUR:1,000.5%20a%2Bb%26c=d%2Fe');
  });

  it('writes what is not ASCII as UTF-8', () => {
    assert.equal(encodeSegment('M\u00FCller \u{1F600}'), 'M%C3%BCller%20%F0%9F%98%80');
  });

  it('reads escapes in either case', () => {
    assert.deepEqual(decodePart('%c3%BC'), { ok: true, value: '\u00FC' });
  });

  for (const raw of [
    '%',
    '%4',
    '%4G',
    '%%41',
    '%u0041',
    '%FF',
    '%C3',
    '%C0%80',
    '%ED%A0%80',
    '%F5%80%80%80',
  ]) {
    it(`refuses ${raw}`, () => {
      assert.deepEqual(decodePart(raw), { ok: false, error: { key: 'payto.encoding', vars: {} } });
    });
  }
});
