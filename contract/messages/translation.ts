/** A slice of the catalogue in another language. A missing key does not compile. */
export type Translation<Slice> = { readonly [Key in keyof Slice]: string }
