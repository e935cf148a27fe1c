/**
 * What JSON can say. An object's member may be `undefined`, which JSON cannot say: such a member counts as
 * absent, so that optional fields need no special care before they are serialised.
 */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export type JsonObject = { readonly [key: string]: JsonValue | undefined };
