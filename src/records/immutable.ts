/** A value as a schema gives it, which nobody changes. */
export type Immutable<T> = T extends readonly (infer Each)[]
  ? readonly Immutable<Each>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T
