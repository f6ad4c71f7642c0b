/** Where the database names files. Not all of these tables are in the databases of earlier versions. */
const tables = {
  rendition: `select store_key, size, sha256, file_id, 'no survey any more' from rendition`,
  account_photo: `select store_key, size, sha256, null, 'a profile' from account_photo`,
  guest_record: `select file_key, file_size, null, null, 'a guest' from guest_record where file_key is not null`,
}

type Table = keyof typeof tables

const all = Object.keys(tables) as readonly Table[]

/** One text, `name`, for each of the tables that this database has. */
export const tablesThere = `select name from unnest(array[${all.map((name) => `'${name}'`)}]) as wanted (name)
  where to_regclass(name) is not null`

/**
 * Every file that a row speaks of, for a `from`: `key`, `size`, `sha256` (null where the database does not say), `file_id`
 * (of a survey's file) and `of`, what it is for a person. `there`: the tables that there are, at least one.
 */
export function namedFiles(
  there: readonly { readonly name: string }[] = all.map((name) => ({ name })),
): string {
  const selects = there.map(({ name }) => tables[name as Table])
  return `(${selects.join(' union all ')}) as named (key, size, sha256, file_id, of)`
}
