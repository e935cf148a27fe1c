import type { Problem, Rule } from '../rule.ts';
import { isCode } from '../source-file.ts';

const OURS = /^(?:packages\/[^/]+\/(?:src|test)|test|scripts|bench)\//;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/;

/** Names that say nothing, so that anything may end up in them. */
const EMPTY_WORDS = /^(?:utils?|helpers?|common|shared|misc|managers?)$/;
const FORKS = /-(?:v\d+|new|old)$/;

export const fileNames: Rule = {
  name: 'files and folders are kebab-case and named for what they hold',
  check: (files) => files.flatMap(({ path }) => (OURS.test(path) ? problemsOf(path) : [])),
  breaks: [
    broken('packages/x/src/parsePayto.ts'),
    broken('packages/x/src/parse_payto.ts'),
    broken('packages/x/src/Types/iban.ts'),
    broken('packages/x/src/utils.ts'),
    broken('packages/x/src/date-helpers.test.ts'),
    broken('test/shared/start.ts'),
    broken('packages/x/src/rail-manager.ts'),
    broken('packages/x/src/decide-v2.ts'),
  ],
  keeps: [
    {
      'packages/x/src/parse-payto.property.test.ts': '',
      'packages/x/src/iso-4217.ts': '',
      'packages/x/src/store/0001-foundation.sql': '',
    },
    { 'packages/x/README.md': '', LICENSE: '', 'packages/x/src/entries/README.md': '' },
  ],
};

function broken(path: string) {
  return { tree: { [path]: '' }, at: [`${path}:1`] };
}

function problemsOf(path: string): readonly Problem[] {
  if (path.endsWith('.md')) return [];
  const names = path.split('/').slice(path.startsWith('packages/') ? 2 : 1);
  return names.flatMap((name) => {
    const stem = name.split('.')[0] ?? '';
    const at = { path, line: 1 };
    if (!KEBAB.test(name)) return [{ ...at, message: `"${name}" is not kebab-case; rename it.` }];
    if (stem.split('-').some((word) => EMPTY_WORDS.test(word))) {
      return [
        { ...at, message: `"${name}" does not say what is in it; name it for the one thing it exports.` },
      ];
    }
    if (isCode(path) && FORKS.test(stem))
      return [{ ...at, message: `"${name}" is a fork in place; replace what was there.` }];
    return [];
  });
}
