/**
 * SQLSTATE classes and codes of a database that is down, starting, stopping, out of resources or timing out on
 * a lock.
 */
const AWAY_CLASSES = ['08', '53', '58']
const AWAY_CODES = ['57P01', '57P02', '57P03', '57P05', '25P03', '55P03']
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** The driver gives these errors no code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|The database does not answer)/

/**
 * Whether an error means that the database is temporarily unavailable (503, retry), and not that the request
 * was wrong.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (DRIVER_WORDS.test(error.message)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return hasAwayCode(error) || isUnavailable(error.cause)
}

function hasAwayCode(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  // The socket file is missing while the embedded database restarts. Any other missing file is a different
  // error.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  if (NETWORK_CODES.includes(code)) return true
  return /^[0-9A-Z]{5}$/.test(code) && (AWAY_CODES.includes(code) || AWAY_CLASSES.includes(code.slice(0, 2)))
}

/** Whether PostgreSQL's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}
