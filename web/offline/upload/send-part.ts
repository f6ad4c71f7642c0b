import type { DetailedError, HttpResponse, Upload, UploadOptions } from 'tus-js-client'
import { resumableAddress } from '#contract/media/resumable.ts'
import type { Failure } from '#web/lib/http/call.ts'
import { errorsOf, parsedJson } from '#web/lib/http/receipt.ts'
import { failureOf, unreached } from '#web/lib/http/unreached.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { sessionRefused } from '#web/lib/session/session.ts'
import { blobReader, partRequests } from './part-requests.ts'

const chunkSize = 1024 * 1024
/** What is no larger goes in the request that begins it: nothing much is lost where that breaks off. */
const smallSize = 256 * 1024

export interface Parts {
  readonly bytes: ArrayBuffer
  /** Where some of it has arrived already. */
  readonly resume: string | undefined
  readonly token: string
  readonly signal: AbortSignal
  /** It goes there from now on; kept before any more of it is sent. */
  begun(address: string): unknown
  progress(sent: number): void
}

export type PartsSent =
  | { readonly kind: 'arrived'; readonly address: string }
  /** What had arrived is not there any more. */
  | { readonly kind: 'gone' }
  /** The server, or what stands in front of it, does not speak the protocol. */
  | { readonly kind: 'not-spoken' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Sends one file in parts and continues one that has begun. Only the server's own answers count. */
export async function sendPart(parts: Parts): Promise<PartsSent> {
  const { Upload } = await import('tus-js-client')
  const { signal, resume, bytes } = parts
  if (signal.aborted) return { kind: 'failed', failure: unreached() }
  return new Promise((resolve) => {
    const upload = new Upload(new Blob([bytes]), {
      ...optionsOf(parts),
      onUploadUrlAvailable: () => {
        const address = addressOf(upload)
        if (address && address !== resume) parts.begun(address)
      },
      onSuccess: () => {
        const address = addressOf(upload)
        resolve(address ? { kind: 'arrived', address } : { kind: 'failed', failure: unreached() })
      },
      onError: (error) => resolve(judgePart(error, parts)),
    })
    signal.addEventListener('abort', () => {
      // The part has been given up; the server forgets it by itself.
      void upload.abort().catch(() => undefined)
      resolve({ kind: 'failed', failure: unreached() })
    })
    upload.start()
  })
}

/** Tells the server that what has arrived is not wanted any more, where it can be told. */
export async function endPart(address: string, token: string): Promise<void> {
  const headers = { token, 'tus-resumable': '1.0.0' }
  const signal = AbortSignal.timeout(10_000)
  // Where the server is not told, it forgets the part by itself.
  await fetch(address, { method: 'DELETE', headers, signal, keepalive: true }).catch(() => undefined)
}

function optionsOf({ bytes, resume, token, signal, progress }: Parts): UploadOptions {
  return {
    // Without an address of its own the library cannot begin anew where it only could not ask.
    endpoint: resume ? null : new URL(`/api${resumableAddress}`, location.origin).href,
    uploadUrl: resume ?? null,
    chunkSize,
    uploadDataDuringCreation: bytes.byteLength <= smallSize,
    // The outbox knows when to try again, and remembers where.
    retryDelays: null,
    storeFingerprintForResuming: false,
    headers: { token, 'accept-language': acceptLanguage() },
    httpStack: partRequests,
    fileReader: blobReader,
    fingerprint: async () => '',
    onProgress: progress,
    onBeforeRequest: () => {
      // It may have been taken away before the first request was made.
      if (signal.aborted) throw new Error('Not wanted any more')
    },
    onAfterResponse: (_request, answer) => {
      // A Wi-Fi login page answers 200 too.
      if (answer.getStatus() < 300 && !isOurs(answer)) throw new Error('Not the server')
    },
  }
}

/** Path alone: the device may reach the server by another name tomorrow. Nothing but the server's own addresses. */
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
  if (!answer || status < 400) return { kind: 'failed', failure: unreached() }
  if (status === 404 || status === 410) {
    if (resume) return { kind: 'gone' }
    return isOurs(answer) || errorsOf(parsedJson(answer.getBody())).length > 0
      ? { kind: 'not-spoken' }
      : { kind: 'failed', failure: refusal(answer, status) }
  }
  if ([405, 501].includes(status) || (isOurs(answer) && [400, 412, 415].includes(status)))
    return { kind: 'not-spoken' }
  if (status >= 500 || status === 429) return { kind: 'failed', failure: refusal(answer, status) }
  // Whatever stands in front of the server may have errors of its own form; none of them says anything about the file.
  if (!isOurs(answer)) return { kind: 'failed', failure: failureOf(status, undefined, null) }
  // Another request has moved on, or still holds it: where it stands is asked next time.
  if (status === 409 || status === 423) return { kind: 'failed', failure: unreached() }
  if (status === 401) sessionRefused(token)
  return { kind: 'failed', failure: refusal(answer, status) }
}

function refusal(answer: HttpResponse, status: number): Failure {
  return failureOf(status, parsedJson(answer.getBody()), answer.getHeader('Retry-After'))
}
