import { MANAGE_OPERATIONS } from '@switchyard/contract';
import { MANAGE_TAGS } from '../../packages/contract/src/manage/openapi.ts';
import { code, paragraphs } from './markdown.ts';
import { operationSections } from './operation-sections.ts';
import type { Page } from './page.ts';

const INTRO = paragraphs(
  `Every operation of the management API: what it takes, what it answers, who may call it, and one example of each. The same
in machine-readable form is served at \`/manage/v1/openapi.json\`, and as a page to click through at \`/manage/docs\`. How to
use it is told in [the guide](../guides/management.md).`,
  `In the examples \`$BASE_URL\` and \`$MANAGE_TOKEN\` are the \`baseUrl\` and \`manageToken\` of the \`dev.json\` that \`npm start\`
writes into its data directory. The role named with an operation is the least that may call it. What can go wrong is the same
as everywhere: see [errors](errors.md).`,
);

export const managementPage: Page = {
  file: 'management.md',
  title: 'Management operations',
  source: 'packages/contract/src/manage/operations',
  body: () =>
    paragraphs(
      INTRO,
      operationSections({
        operations: MANAGE_OPERATIONS,
        tags: MANAGE_TAGS,
        access: ({ role }) => (role === 'anyone' ? 'for anyone' : `role ${code(role)}`),
        traits: () => [],
        secret: ({ role }) => (role === 'anyone' ? undefined : 'MANAGE_TOKEN'),
      }),
    ),
};
