import { StartFailure } from '#server/db/start-failure.ts'

/** OpenSSL error codes, as Node names them. */
const CERTIFICATE_CODES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

/** By SQLSTATE: the problem and its fix, shown before PostgreSQL's own message. */
const BY_CODE: Readonly<Record<string, string>> = {
  '28P01':
    'The database refuses user and password: correct them in DATABASE_URL (signs such as @ : / # ? % are written there percent-encoded, @ as %40).',
  '28000':
    'The database does not let this user in: look at the user in DATABASE_URL and at pg_hba.conf on the server.',
  '3D000':
    "The database does not exist: correct its name at the end of DATABASE_URL, or make it as the server's administrator (create database fieldbook owner fieldbook).",
  '42501':
    "The role of DATABASE_URL lacks a right: make it the owner of its database, as the server's administrator (alter database fieldbook owner to fieldbook), or let it make tables there (grant create, usage on schema public to fieldbook).",
  '3F000':
    'The role of DATABASE_URL has no schema to make tables in: grant it one (grant create, usage on schema public to fieldbook), or correct its search_path.',
  '08P01':
    'The database, or the pooler in front of it, refuses how Fieldbook connects. For PgBouncer: pool_mode = session, and ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout; or let DATABASE_URL name the database itself.',
}

/**
 * Returns a sentence about a database problem that an operator can fix, with its reason, or null for other
 * errors.
 */
export function failureMessage(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof StartFailure) return null
  const code = 'code' in error ? String(error.code) : ''
  const known = BY_CODE[code]
  if (known) return `${known} PostgreSQL says: ${error.message}`
  if (CERTIFICATE_CODES.includes(code))
    return (
      'The certificate of the database server is not trusted: give its authority with sslrootcert=/path/to/ca.pem in DATABASE_URL ' +
      `(sslmode=no-verify encrypts without proof of who answers). Reason: ${error.message}`
    )
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'open')
    return `A certificate that DATABASE_URL names cannot be read: ${error.message}`
  if (error.message === 'The server does not support SSL connections')
    return 'The database server speaks no TLS: switch it on there (ssl = on), or take sslmode out of DATABASE_URL where the network is your own.'
  return failureMessage(error.cause)
}
