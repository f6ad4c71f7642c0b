import pg from 'pg'
import * as z from 'zod/mini'
import { isNoSuchFile } from '#server/files/no-such-file.ts'

export const databaseUrlExpects =
  'an address such as postgresql://user:password@host:5432/name; signs in user and password are written percent-encoded (@ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25)'

export const DatabaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//), z.refine(isWhole))

/** Read by the driver itself. A sign that was not escaped makes an address of another meaning, or none. */
function isWhole(text: string): boolean {
  if (text.includes('#')) return false
  try {
    const { database } = new pg.Client({ connectionString: text })
    // What came after a slash or a question mark of the password: the real host is in it.
    const options = text.split('?').slice(1).join('?').split('&')
    return !database?.includes('@') && options.every((option) => !/^[^=]*@/.test(option))
  } catch (error) {
    // A certificate's file that is not there is told by its own name, when the database is opened.
    return isNoSuchFile(error)
  }
}
