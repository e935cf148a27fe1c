import { z } from 'zod';
import { RETURN_ORIGIN_LENGTH_MAX } from '../limits.ts';

/** `https://host` or `https://host:port`, in small letters; or the scheme of an app, with a dot in it and a colon behind. */
const RETURN_ORIGIN = /^(?:https:\/\/[a-z0-9.-]+(?::[1-9][0-9]{0,4})?|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:)$/;

export const ReturnOrigin = z
  .string()
  .max(RETURN_ORIGIN_LENGTH_MAX)
  .regex(RETURN_ORIGIN)
  .describe('An origin such as `https://shop.example`, or the scheme of an app such as `com.shop.app:`.');
