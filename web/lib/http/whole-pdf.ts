import { limits } from '#contract/limits.ts'
import { languageHeaders } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { anySignal } from './any-signal.ts'
import type { Failure } from './call.ts'
import { parsedJson } from './receipt.ts'
import { failureOf, unreached } from './unreached.ts'

export interface WholePdf {
  readonly ok: true
  readonly file: Blob
  /** As the server named it. */
  readonly name: string
}

/** A PDF ends with this mark, and little may come behind it. */
const mark = '%%EOF'
const markWithin = 1_024

/**
 * Fetches a PDF and looks that it is whole before anybody gets it: where a hop on the way ends an answer with its
 * connection, the browser by itself would take the first pages of a report for all of it.
 */
export async function fetchPdf(address: string, request: RequestInit = {}): Promise<WholePdf | Failure> {
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
    // An unreached server is said on the next line.
    const answer = await fetch(address, options).catch(() => null)
    if (!answer) return unreached()
    if (!answer.ok) return refusalOf(answer)
    // A file that broke off is said on the next line.
    const file = await read(answer, watch.moved).catch(() => null)
    if (!file || !(await isWhole(file))) return await whyBroken(address, options)
    return { ok: true, file, name: nameIn(answer.headers.get('content-disposition') ?? '') }
  } finally {
    watch.end()
  }
}

/** Through the browser's own store of blobs, which large ones leave for the disk. */
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
  // Without a body the status alone says what was refused.
  const text = await answer.text().catch(() => '')
  return failureOf(answer.status, parsedJson(text), answer.headers.get('retry-after'))
}

/** A server that gave it up could not say so any more; it says so to whoever asks again, and is not kept drawing. */
async function whyBroken(address: string, request: RequestInit): Promise<Failure> {
  if (request.method !== undefined || request.signal?.aborted) return broken()
  const again = new AbortController()
  const signal = request.signal ? anySignal(again.signal, request.signal) : again.signal
  // Without an answer there is nothing to add to what is known.
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
    // A name that cannot be decoded gives way to the usual one.
    return t('reports.pdfFile')
  }
}

/** Aborts once nothing has moved for so long. */
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
