import type { WrittenPolicy } from './policy-schema.ts'

/** The `policy` group, complete, under the names and in the words of the file. */
export type PolicySettings = Complete<WrittenPolicy>

type Complete<T> = T extends readonly unknown[]
  ? Readonly<T>
  : T extends object
    ? { readonly [Key in keyof T]-?: Complete<Exclude<T[Key], undefined>> }
    : T
