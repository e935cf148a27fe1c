import type { Rule } from '../rule.ts';
import { isCode, isTest } from '../source-file.ts';

const LINES_MAX = 400;

export const fileLength: Rule = {
  name: `no file of code has more than ${LINES_MAX} lines`,
  check: (files) =>
    files
      .filter(({ path }) => isCode(path) && !isTest(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ path, lines }) => ({
        path,
        line: LINES_MAX + 1,
        message: `goes on for ${lines} lines; find the second thing in it and give that a file.`,
      })),
  breaks: [
    {
      tree: { 'packages/x/src/a.ts': 'f();\n'.repeat(LINES_MAX + 1) },
      at: [`packages/x/src/a.ts:${LINES_MAX + 1}`],
    },
  ],
  keeps: [
    { 'packages/x/src/a.ts': 'f();\n'.repeat(LINES_MAX) },
    { 'packages/x/src/a.test.ts': 'f();\n'.repeat(LINES_MAX + 1) },
    { 'packages/x/src/entries/a.json': '\n'.repeat(LINES_MAX + 1) },
  ],
};
