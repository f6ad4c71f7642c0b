import { limits } from '#contract/limits.ts'
import { languageHeaders } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { anySignal } from './any-signal.ts'
import { type Failure, failureOf, parsedJson, unreachedFailure } from './call.ts'

export interface CompletePdf {
  readonly ok: true
  readonly file: Blob
  /** From the server. */
  readonly name: string
}

/** A PDF ends with this mark, within the last 1,024 bytes. */
const mark = '%%EOF'
const markWithin = 1_024

/**
 * Fetches a PDF and verifies that it is complete. If a proxy ends a response by closing the connection, the
 * browser alone would accept a truncated report.
 */
export async function fetchPdf(address: string, request: RequestInit = {}): Promise<CompletePdf | Failure> {
  const watch = watchProgress(limits.downloadStalls)
  try {
    const headers = { ...languageHeaders(), ...request.headers }
    const options = {
      ...request,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: watch.signal,
    } as const
    // The next line reports an unreached server.
    const answer = await fetch(address, options).catch(() => null)
    if (!answer) return unreachedFailure()
    if (!answer.ok) return refusalOf(answer)
    // The next line reports a truncated file.
    const file = await read(answer, watch.moved).catch(() => null)
    if (!file || !(await isWhole(file))) return await whyBroken(address, options)
    return { ok: true, file, name: nameIn(answer.headers.get('content-disposition') ?? '') }
  } finally {
    watch.end()
  }
}

/** As a blob, because browsers move large ones to disk. */
function read(answer: Response, moved: () => void): Promise<Blob> {
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, next) {
      moved()
      next.enqueue(piece)
    },
  })
  const headers = { 'content-type': 'application/pdf' }
  return new Response(answer.body?.pipeThrough(counted), { headers }).blob()
}

async function isWhole(file: Blob): Promise<boolean> {
  const end = await file.slice(Math.max(0, file.size - markWithin)).text()
  return (await file.slice(0, 5).text()) === '%PDF-' && end.includes(mark)
}

async function refusalOf(answer: Response): Promise<Failure> {
  // Without a body, the status alone describes the rejection.
  const text = await answer.text().catch(() => '')
  return failureOf(answer.status, parsedJson(text), answer.headers.get('retry-after'))
}

/**
 * The server could not report a failure mid-stream. A second request gets its message, and is aborted if
 * rendering starts again.
 */
async function whyBroken(address: string, request: RequestInit): Promise<Failure> {
  if (request.method !== undefined || request.signal?.aborted) return broken()
  const again = new AbortController()
  const signal = request.signal ? anySignal(again.signal, request.signal) : again.signal
  // Without a reply, nothing is added.
  const answer = await fetch(address, { ...request, signal }).catch(() => null)
  if (answer && !answer.ok) return refusalOf(answer)
  again.abort()
  return broken()
}

function broken(): Failure {
  const message = t('reports.pdfBroken')
  return { ok: false, status: 0, errors: [{ message }], message }
}

/** RFC 6266, as the server writes it. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  try {
    return decodeURIComponent(encoded ?? '') || t('reports.pdfFile')
  } catch {
    // An undecodable name falls back to the default.
    return t('reports.pdfFile')
  }
}

/** Aborts after this long without progress. */
function watchProgress(milliseconds: number) {
  const controller = new AbortController()
  const begin = () => setTimeout(() => controller.abort(), milliseconds)
  let timer = begin()
  const end = () => clearTimeout(timer)
  const moved = () => {
    end()
    timer = begin()
  }
  return { signal: controller.signal, moved, end }
}
