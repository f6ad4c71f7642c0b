/*
 * Where in the server's history a device is. Every answer to a signed-in caller tells the point that the server's data
 * have come to; the device sends the last one that it was told with each call. Where the server's data were put back to
 * an earlier copy, that point is not in their past: the answer says so, and nothing that the outbox would send is
 * carried out before the device has compared what it has with what the server still has.
 */

/** Of answers: `<start>.<number of the last write>`. */
export const historyHeader = 'fieldbook-history'
/** Of calls: the same, as it was told last. */
export const seenHeader = 'fieldbook-seen'
/** Of answers: the data were put back, and do not have what the caller was told of. */
export const wentBackHeader = 'fieldbook-went-back'
