import { MANAGE_OPERATIONS, OPERATIONS } from '@switchyard/contract';

/** The methods a path knows; none when it is no path of ours. */
export function allowedMethods(url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? '';
  const methods = PATHS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const UNCONTRACTED = [
  '/v1/openapi.json',
  '/manage/v1/openapi.json',
  '/livez',
  '/readyz',
  '/',
  '/docs',
  '/manage/docs',
].map((path) => ({
  method: 'GET',
  path,
}));

const PATHS = [...OPERATIONS, ...MANAGE_OPERATIONS, ...UNCONTRACTED].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[a-z]+\}/gi, '[^/]+')}$`),
}));
