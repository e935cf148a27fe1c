/** What survives being stored and read again. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
