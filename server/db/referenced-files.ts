/** Tables that refer to files. Databases of earlier versions lack some of them. */
const tables = {
  rendition: `select store_key, size, sha256, file_id, 'no survey any more' from rendition`,
  account_photo: `select store_key, size, sha256, null, 'a profile' from account_photo`,
  guest_record: `select file_key, file_size, null, null, 'a guest' from guest_record where file_key is not null`,
  export: `select store_key, size, sha256, null, 'an export' from export where store_key is not null`,
}

type Table = keyof typeof tables

const all = Object.keys(tables) as readonly Table[]

/** SQL that returns the `name` of each of these tables that exists. */
export const existingTables = `select name from unnest(array[${all.map((name) => `'${name}'`)}]) as wanted (name)
  where to_regclass(name) is not null`

/**
 * Returns a `from` item with every file that a row refers to: `key`, `size`, `sha256` (null if unknown),
 * `file_id` (a survey's file) and `of`, a description for people. `there`: the tables that exist, at least one.
 */
export function referencedFiles(
  there: readonly { readonly name: string }[] = all.map((name) => ({ name })),
): string {
  const selects = there.map(({ name }) => tables[name as Table])
  return `(${selects.join(' union all ')}) as named (key, size, sha256, file_id, of)`
}
