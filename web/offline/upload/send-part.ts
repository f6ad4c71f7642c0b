import type { DetailedError, HttpResponse, Upload, UploadOptions } from 'tus-js-client'
import { resumableAddress } from '#contract/media/resumable.ts'
import { errorsOf, type Failure, failureOf, parsedJson, unreachedFailure } from '#web/lib/http/call.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { endRejectedSession } from '#web/lib/session/session.ts'
import { blobReader, partRequests } from './part-requests.ts'

const chunkSize = 1024 * 1024
/** Bytes. Smaller files go in the creating request: little is lost if it fails. */
const smallSize = 256 * 1024

export interface Parts {
  readonly bytes: ArrayBuffer
  /** Address of an upload that has already started. */
  readonly resume: string | undefined
  readonly token: string
  readonly signal: AbortSignal
  /** Called with the upload's address before more is sent, so that it can be stored. */
  begun(address: string): unknown
  progress(sent: number): void
}

export type PartsSent =
  | { readonly kind: 'arrived'; readonly address: string }
  /** The server no longer has the parts. */
  | { readonly kind: 'gone' }
  /** The server, or a proxy, doesn't speak tus. */
  | { readonly kind: 'not-spoken' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Sends one file in parts, or resumes one. Only the server's own replies count. */
export async function sendPart(parts: Parts): Promise<PartsSent> {
  const { Upload } = await import('tus-js-client')
  const { signal, resume, bytes } = parts
  if (signal.aborted) return { kind: 'failed', failure: unreachedFailure() }
  return new Promise((resolve) => {
    const upload = new Upload(new Blob([bytes]), {
      ...optionsOf(parts),
      onUploadUrlAvailable: () => {
        const address = addressOf(upload)
        if (address && address !== resume) parts.begun(address)
      },
      onSuccess: () => {
        const address = addressOf(upload)
        resolve(address ? { kind: 'arrived', address } : { kind: 'failed', failure: unreachedFailure() })
      },
      onError: (error) => resolve(judgePart(error, parts)),
    })
    signal.addEventListener('abort', () => {
      // The upload was canceled; the server deletes the parts later.
      void upload.abort().catch(() => undefined)
      resolve({ kind: 'failed', failure: unreachedFailure() })
    })
    upload.start()
  })
}

/** Asks the server to delete an upload's parts. */
export async function deletePart(address: string, token: string): Promise<void> {
  const headers = { token, 'tus-resumable': '1.0.0' }
  const signal = AbortSignal.timeout(10_000)
  // If this fails, the server deletes them later.
  await fetch(address, { method: 'DELETE', headers, signal, keepalive: true }).catch(() => undefined)
}

function optionsOf({ bytes, resume, token, signal, progress }: Parts): UploadOptions {
  return {
    // Without an endpoint, the library can't start over when only the status request failed.
    endpoint: resume ? null : new URL(`/api${resumableAddress}`, location.origin).href,
    uploadUrl: resume ?? null,
    chunkSize,
    uploadDataDuringCreation: bytes.byteLength <= smallSize,
    // The outbox schedules retries and stores the address.
    retryDelays: null,
    storeFingerprintForResuming: false,
    headers: { token, 'accept-language': acceptLanguage() },
    httpStack: partRequests,
    fileReader: blobReader,
    fingerprint: async () => '',
    onProgress: progress,
    onBeforeRequest: () => {
      // The upload may be canceled before the first request.
      if (signal.aborted) throw new Error('Upload canceled')
    },
    onAfterResponse: (_request, answer) => {
      // A Wi-Fi login page also replies with 200.
      if (answer.getStatus() < 300 && !isOurs(answer)) throw new Error('Reply of another server')
    },
  }
}

/** Returns the path alone, because the server's host may change, or null for any other address. */
function addressOf({ url }: Upload): string | null {
  const path = url ? new URL(url, location.origin).pathname : ''
  return new RegExp(`^/api${resumableAddress}/[0-9a-f]{32}$`).test(path) ? path : null
}

function isOurs(answer: HttpResponse): boolean {
  return answer.getHeader('Tus-Resumable') === '1.0.0'
}

function judgePart(error: Error | DetailedError, { resume, token }: Parts): PartsSent {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  const status = answer?.getStatus() ?? 0
  if (!answer || status < 400) return { kind: 'failed', failure: unreachedFailure() }
  if (status === 404 || status === 410) {
    if (resume) return { kind: 'gone' }
    return isOurs(answer) || errorsOf(parsedJson(answer.getBody())).length > 0
      ? { kind: 'not-spoken' }
      : { kind: 'failed', failure: refusal(answer, status) }
  }
  if ([405, 501].includes(status) || (isOurs(answer) && [400, 412, 415].includes(status)))
    return { kind: 'not-spoken' }
  if (status >= 500 || status === 429) return { kind: 'failed', failure: refusal(answer, status) }
  // A proxy may send errors in its own format, which say nothing about the file.
  if (!isOurs(answer)) return { kind: 'failed', failure: failureOf(status, undefined, null) }
  // Another request is ahead or holds the lock: ask for the offset next time.
  if (status === 409 || status === 423) return { kind: 'failed', failure: unreachedFailure() }
  if (status === 401) endRejectedSession(token)
  return { kind: 'failed', failure: refusal(answer, status) }
}

function refusal(answer: HttpResponse, status: number): Failure {
  return failureOf(status, parsedJson(answer.getBody()), answer.getHeader('Retry-After'))
}
