/** A slice of the catalogue in another language: the same keys, other words; a missing one does not compile. */
export type Translation<Slice> = { readonly [Key in keyof Slice]: string }
