import { EVENT_TYPES } from '@switchyard/contract';
import { checkEndpointUrl } from '../domain/webhooks/endpoint-url.ts';
import { WORDS_MAX } from './limits.ts';
import { defaulted, groupOf, listOf, oneOf, optional, type Reader, required, word } from './reader.ts';
import type { WebhookConfig } from './routing-config.ts';
import { label } from './words.ts';

/** Whether http will do depends on the environment, which the file does not know. */
const url = word('an https address without user, fragment or an odd port', (text) =>
  checkEndpointUrl(text, 'test') === undefined ? text : undefined,
);

export const webhook: Reader<WebhookConfig> = groupOf<WebhookConfig>('a webhook', {
  url: required(url),
  description: defaulted(label, ''),
  types: optional(listOf(oneOf(EVENT_TYPES), { max: WORDS_MAX })),
  status: defaulted(oneOf(['enabled', 'disabled']), 'enabled'),
});
