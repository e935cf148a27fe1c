/**
 * `void`: money that is not sent anywhere a machine knows. The path is a comment, free and optional.
 */

import { accept } from '../errors.ts';
import { withoutTrailingSlash } from '../trailing-slash.ts';
import type { PaytoType } from './payto-type.ts';

export interface VoidTarget {
  readonly known: true;
  readonly scheme: 'void';
}

export const voidType: PaytoType<'void', VoidTarget> = {
  scheme: 'void',
  path: 'COMMENT',
  keepsTrailingSlash: true,
  read(segments) {
    return accept({
      target: { known: true, scheme: 'void' },
      segments,
      identity: withoutTrailingSlash(segments),
      masked: 'void',
    });
  },
};
