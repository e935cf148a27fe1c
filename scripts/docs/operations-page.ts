import { OPERATIONS } from '@switchyard/contract';
import { TAGS } from '../../packages/contract/src/openapi/info.ts';
import { covers } from '../../packages/server/src/http/scopes.ts';
import { codes, paragraphs } from './markdown.ts';
import { operationSections } from './operation-sections.ts';
import type { Page } from './page.ts';

type Operation = (typeof OPERATIONS)[number];

const INTRO = paragraphs(
  `Every operation of the API: what it takes, what it answers, and one example of each. The same in machine-readable
form is served at \`/v1/openapi.json\`, and as a page to click through at \`/docs\`.`,
  `In the examples \`$BASE_URL\` and \`$API_KEY\` are the \`baseUrl\` and \`testKey\` of the \`dev.json\` that \`npm start\`
writes into its data directory. A key calls an operation when one of the scopes named there is among its own. What can go
wrong is the same everywhere: see [errors](errors.md). Bounds of requests are in [limits](limits.md). A field with a dot in
its name is inside another; where it is required, it is so when that other is given.`,
);

export const operationsPage: Page = {
  file: 'operations.md',
  title: 'Operations',
  source: 'packages/contract/src/operations',
  body: () =>
    paragraphs(
      INTRO,
      operationSections({
        operations: OPERATIONS,
        tags: TAGS,
        access: (operation) => `scopes ${scopesOf(operation)}`,
        traits,
        secret: () => 'API_KEY',
      }),
    ),
};

function scopesOf(operation: Operation): string {
  return codes(['full', 'read', 'decide', operation.name].filter((scope) => covers([scope], operation)));
}

function traits({ write, cacheable, decide }: Operation): readonly string[] {
  return [
    ...(write ? ['Takes an `Idempotency-Key`.'] : []),
    ...(cacheable ? ['The answer has an `ETag`; with `If-None-Match` an unchanged one is a 304.'] : []),
    ...(decide ? ['Counts against the rate limit of decide mode.'] : []),
  ];
}
