import { addBulkUpload } from '#contract/admin/bulk-uploads.ts'
import {
  addressOf,
  type CallResult,
  failureOf,
  isReceipt,
  parsedJson,
  unreachedFailure,
} from '#web/lib/http/call.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { currentSession, endRejectedSession } from '#web/lib/session/session.ts'
import { stallTimeout } from '../upload/part-requests.ts'

export interface BulkSending {
  readonly account: string
  /** Id of the upload and key of the call, so that a repeat is stored once. */
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  readonly signal: AbortSignal
  progress(loaded: number, total: number): void
}

export type BulkSent = CallResult<typeof addBulkUpload>

/** Sends one file in one call. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendBulkFile({ account, id, name, bytes, signal, progress }: BulkSending): Promise<BulkSent> {
  const session = currentSession()
  if (session?.userId !== account) return Promise.resolve(failureOf(401, undefined, null))
  const { token } = session
  const form = new FormData()
  form.append('id', id)
  form.append('files[]', bytes, name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(addBulkUpload.method, addressOf(addBulkUpload, {}))
    request.setRequestHeader('token', token)
    request.setRequestHeader('idempotency-key', id)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', acceptLanguage())
    let watch = setTimeout(() => request.abort(), stallTimeout)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(watch)
      watch = setTimeout(() => request.abort(), stallTimeout)
      progress(loaded, total)
    }
    request.onload = () => resolve(read(request, token))
    request.onerror = () => resolve(unreachedFailure())
    request.onabort = () => resolve(unreachedFailure())
    request.onloadend = () => clearTimeout(watch)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function read(request: XMLHttpRequest, token: string): BulkSent {
  const value = parsedJson(request.responseText)
  const { status } = request
  if (status >= 200 && status < 300)
    return isReceipt(addBulkUpload, value)
      ? { ok: true, reply: value as Extract<BulkSent, { ok: true }>['reply'] }
      : unreachedFailure()
  const failure = failureOf(status, value, request.getResponseHeader('retry-after'))
  if (status === 401 && failure.errors[0]?.token) endRejectedSession(token)
  return failure
}
