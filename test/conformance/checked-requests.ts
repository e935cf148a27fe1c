/** Requests that are right and requests that are wrong, as tables: each row becomes a test named for what it sends. */
import { test } from 'node:test';
import type { Api, ApiAnswer } from '../harness/api.ts';
import type { Context } from './context.ts';
import { expectInvalid } from './expect.ts';

export interface Checked {
  readonly what: string;
  readonly send: (api: Api, fields: Fields) => ReturnType<Api>;
  /** Each is added to a right request and is right too. */
  readonly right: readonly Fields[];
  /** Each is added to a right request and is refused for the parameter named. */
  readonly wrong: readonly (readonly [string, Fields])[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** A right body, changed: undefined leaves a field out. */
export const post = (path: string, right: Fields) => (api: Api, fields: Fields) =>
  api(path, { body: { ...right, ...fields } });

export const get = (path: string, right: Fields) => (api: Api, fields: Fields) => {
  const query = Object.entries({ ...right, ...fields }).filter(([, value]) => value !== undefined);
  return api(
    `${path}?${query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`,
  );
};

export function checkRequests(
  { api }: Pick<Context, 'api'>,
  { what, send, right, wrong }: Checked,
  accept: (answer: ApiAnswer) => void,
): void {
  for (const fields of right) {
    test(`${what} takes ${written(fields)}`, async () => {
      accept(await send(api, fields));
    });
  }
  for (const [param, fields] of wrong) {
    test(`${what} refuses ${written(fields)} for ${param}`, async () => {
      expectInvalid(await send(api, fields), param);
    });
  }
}

function written(fields: Fields): string {
  return JSON.stringify(fields, (_, value) => (value === undefined ? '(left out)' : value));
}
