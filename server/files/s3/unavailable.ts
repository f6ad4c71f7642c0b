import { StoreFull, StoreUnavailable } from '#server/files/store.ts'

/** The S3 server does not answer, or not correctly. The message is a sentence for the operator. */
export class BucketUnavailable extends StoreUnavailable {}
/** A permanent failure until an operator fixes it; a retry gets the same reply. */
export class BucketRefusal extends BucketUnavailable {}
/** The bucket has no space left. */
export class BucketFull extends StoreFull {}

/** A reply that no S3 server gives. */
export class MalformedReply extends Error {
  override readonly name = 'Garbled'
}

const fullNames = /quota|storagefull|nospace/i
/**
 * Temporary rejections. From a clock error the library learns the difference and corrects the next signature.
 */
const forNow = ['RequestTimeTooSkewed', 'RequestTimeout', 'OperationAborted', 'ExpiredToken']

/** Converts the error of a call to the bucket at `place`, with a message for the operator. */
export function unavailable(error: unknown, place: string): BucketUnavailable | BucketFull {
  const words = refusalWords(error, place)
  if (words !== null) return new BucketRefusal(words, { cause: error })
  if (statusOf(error) === 507 || fullNames.test(nameOf(error)))
    return new BucketFull(`${place} has no room: ${reason(error)}`, { cause: error })
  return new BucketUnavailable(`${place} does not answer: ${reason(error)}`, { cause: error })
}

/** HTTP status of the reply, or null if there was none. */
export function statusOf(error: unknown): number | null {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode ?? null
}

function refusalWords(error: unknown, place: string): string | null {
  const [name, status] = [nameOf(error), statusOf(error)]
  if (fullNames.test(name) || forNow.includes(name)) return null
  const says = `The S3 server says: ${reason(error)}`
  if (name === 'NoSuchBucket' || status === 404)
    return `There is no ${place}: make the bucket there, or correct S3_BUCKET. ${says}`
  if (name === 'CredentialsProviderError')
    return `Nothing opens ${place}: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.`
  if (status === 401 || status === 403)
    return `${place} refuses these keys: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and let them read, write, remove and list there. ${says}`
  if (status !== null && status >= 300 && status < 400)
    return `${place} lies elsewhere: correct S3_REGION or S3_ENDPOINT. ${says}`
  const isForNow = status === null || status >= 500 || status === 408 || status === 429
  return isForNow ? null : `${place} refuses what is asked of it. ${says}`
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function reason(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
