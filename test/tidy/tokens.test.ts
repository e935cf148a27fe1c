import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tokensOf } from './tokens.ts';

const read = (text: string) => tokensOf(text).map(({ kind, text: written }) => `${kind} ${written}`);

it('tells a regular expression from a division', () => {
  assert.deepEqual(read('a / b / c'), ['word a', 'mark /', 'word b', 'mark /', 'word c']);
  assert.deepEqual(read('f(/it\'s "/g)'), ['word f', 'mark (', 'regex /it\'s "/g', 'mark )']);
  assert.deepEqual(read('return /x/'), ['word return', 'regex /x/']);
});

it('reads the code inside a template, and the template around it, at any depth', () => {
  assert.deepEqual(read(`\`a \${f({ b: \`c \${d}\` })} e\`;`), [
    ...['template a ', 'word f', 'mark (', 'mark {', 'word b', 'mark :'],
    ...['template c ', 'word d', 'template ', 'mark }', 'mark )', 'template  e', 'mark ;'],
  ]);
});

it('takes what is quoted or commented for what it is', () => {
  assert.deepEqual(read(`'import' // import`), ['string import', 'comment // import']);
});

it('counts lines, a first line for the shell included', () => {
  const lines = tokensOf('#!/usr/bin/env node\na;\n/* b\n */ c').map(({ text, line }) => [text, line]);
  assert.deepEqual(lines, [
    ['a', 2],
    [';', 2],
    ['/* b\n */', 3],
    ['c', 4],
  ]);
});
