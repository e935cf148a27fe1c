export interface UrlFlags {
  readonly url?: string;
}

export const URL_FLAG = {
  kind: 'parsed',
  parse: readUrl,
  optional: true,
  placeholder: 'address',
  brief: 'Where the service is; else SWITCHYARD_URL, else http://127.0.0.1:4400',
} as const;

function readUrl(text: string): string {
  if (!/^https?:\/\/[^/?#]+\/?$/.test(text))
    throw new Error('must be an http or https address without a path');
  return text.replace(/\/$/, '');
}
