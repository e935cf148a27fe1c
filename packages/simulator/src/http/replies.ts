import { PAGE_HEADERS } from '../pages/stylesheet.ts';
import type { Reply } from './route.ts';

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

export function page(html: string, status = 200): Reply {
  return { kind: 'answer', status, headers: PAGE_HEADERS, body: html };
}

export function redirect(location: string): Reply {
  return { kind: 'answer', status: 303, headers: { location }, body: '' };
}

export function nothing(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { kind: 'answer', status, headers, body: '' };
}
