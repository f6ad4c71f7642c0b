import pg from 'pg'
import * as z from 'zod/mini'
import { isNoSuchFile } from '#server/files/no-such-file.ts'

export const databaseUrlExpects =
  'an address such as postgresql://user:password@host:5432/name; signs in user and password are written percent-encoded (@ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25)'

export const DatabaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//), z.refine(isWhole))

/** Checks the address with the driver's own parser. An unescaped character changes its meaning. */
function isWhole(text: string): boolean {
  if (text.includes('#')) return false
  try {
    const { database } = new pg.Client({ connectionString: text })
    // A slash or question mark in the password puts the real host into these parts.
    const options = text.split('?').slice(1).join('?').split('&')
    return !database?.includes('@') && options.every((option) => !/^[^=]*@/.test(option))
  } catch (error) {
    // Opening the database reports a missing certificate file by name.
    return isNoSuchFile(error)
  }
}
