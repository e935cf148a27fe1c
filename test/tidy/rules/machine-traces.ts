/** Nothing in the project tells on which machine it was written, or from where that machine has its packages. */
import type { Rule } from '../rule.ts';

/** Absolute paths into somebody's home or workspace. Paths of an API or of a URL have something before them. */
const HOMES = /(?<![\w.~:/}*)-])\/(?:work(?:space)?(?![\w-])|(?:root|home|Users)\/\w+)/;
const REGISTRIES =
  /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|https?:\/\/[\w.-]*(?:registry|artifactory|verdaccio|jfrog|nexus)[\w.-]*[:/]|"resolved":\s*"https?:|^\s*registry\s*=/i;

export const machineTraces: Rule = {
  name: 'no file names a path of a machine or a package registry',
  check: (files) =>
    files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, at) => {
        const found = HOMES.exec(content) ?? REGISTRIES.exec(content);
        const message = `names "${found?.[0].trim()}", which exists on one machine only; say it without.`;
        return found === null ? [] : [{ path, line: at + 1, message }];
      }),
    ),
  breaks: [
    // Put together here, so that this file keeps its own rule.
    broken(`cd ${'/'}work/main`),
    broken(`const dir = '${'/'}home/alice/switchyard';`),
    broken(`"${'/'}Users/bob"`),
    broken(`~ is ${'/'}root/switchyard here`),
    broken(`see https://${'registry'}.npmjs.org/zod`),
    broken(`"resolved": "${'https'}://mirror.example/zod.tgz",`),
    broken(`${'registry'}=https://mirror.example`),
  ],
  keeps: [
    { 'a.md': 'GET /v1/rails, /tmp, and https://provider.example/home/page, https://example.com/work/' },
    { 'a.md': 'see registry.ts, ./types/registry.test.ts and https://www.npmjs.com/package/zod' },
    { 'a.ts': `const url = \`\${base}/work/\`; const way = "/workers"; // a home such as /root or /home` },
  ],
};

function broken(text: string) {
  return { tree: { 'docs/a.md': `\n${text}\n` }, at: ['docs/a.md:2'] };
}
