/** What a journal can hold: every input and output of a step is one of these. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
