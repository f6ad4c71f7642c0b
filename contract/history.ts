/*
 * The device's position in the server's history. Every reply to an authenticated caller contains the server's
 * current point; the device sends the last point it saw with each call. After a restore from a backup, that
 * point is unknown: the reply says so, and no outbox entry is executed before the device has compared its
 * data with the server's.
 */

/** Response header: `<start>.<number of the last write>`. */
export const historyHeader = 'fieldbook-history'
/** Request header: the last point the device saw. */
export const seenHeader = 'fieldbook-seen'
/** Response header: the server was restored and lacks data that the caller has seen. */
export const wentBackHeader = 'fieldbook-went-back'
