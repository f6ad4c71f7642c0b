/** SQLSTATE classes and codes of a database that is away, starting, stopping, out of room or of patience for a lock. */
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
/** The driver gives these no code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/

/** Whether an error says that the database is gone for now (503, try again), and not that the request was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (DRIVER_WORDS.test(error.message)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return hasAwayCode(error) || isUnavailable(error.cause)
}

function hasAwayCode(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  // The socket's file is missing while the embedded database restarts; a missing file elsewhere is another matter.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  if (NETWORK_CODES.includes(code)) return true
  return /^[0-9A-Z]{5}$/.test(code) && (AWAY_CODES.includes(code) || AWAY_CLASSES.includes(code.slice(0, 2)))
}
