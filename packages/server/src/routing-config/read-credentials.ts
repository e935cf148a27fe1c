/**
 * Where a connection's credentials are to be found: each is a reference that whoever applies the file follows, also
 * what is no secret, so that nobody has to tell the two apart. What stands there instead is not repeated in any sentence,
 * because it may be a secret put in by mistake.
 */
import { err, ok } from '@switchyard/engine';
import { CREDENTIALS_MAX } from './limits.ts';
import { type Reader, refused } from './reader.ts';

const REFERENCE = /^\$\{(?:env:[A-Za-z_][A-Za-z0-9_]{0,127}|file:[^}\n]{1,512})\}$/;
const PROBLEM = `Must be a reference such as \${env:NAME} or \${file:path}; a secret has no place in a file.`;

export const credentials: Reader<Readonly<Record<string, string>>> = (tree, path) => {
  if (tree.kind !== 'group') return refused(path, 'Must be a group of fields, each a reference.');
  const { members } = tree;
  if (members.size === 0 || members.size > CREDENTIALS_MAX) {
    return refused(path, `Must have from 1 to ${CREDENTIALS_MAX} fields, not ${members.size}.`);
  }
  const fields = [...members].map(
    ([name, { value }]) => [name, value.kind === 'text' ? value.text : ''] as const,
  );
  const wrong = fields.filter(([, text]) => !REFERENCE.test(text));
  return wrong.length === 0
    ? ok(Object.fromEntries(fields))
    : err(wrong.map(([name]) => ({ path: [...path, name], problem: PROBLEM })));
};
