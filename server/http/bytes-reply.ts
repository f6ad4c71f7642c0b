import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type IsAuthorized, whileAuthorized } from './while-authorized.ts'

/** A binary reply. With `size` and `etag` it supports ranges and resuming. */
export interface Bytes {
  readonly type: string
  /**
   * null if unknown before the end (a PDF): then there are no ranges, and `whole` serves clients that can't
   * detect the end.
   */
  readonly size: number | null
  readonly whole?: (ended: AbortSignal) => Promise<WholeBytes>
  /** Strong, quoted. */
  readonly etag: string | null
  /** File name for saving; null if the browser displays it inline. */
  readonly download: string | null
  readonly cache: string
  /** Headers in addition to those of all binary replies. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * `ended` aborts when the client has everything or disconnected, possibly before there is anything to read.
   */
  read(range: { start: number; end: number } | undefined, ended: AbortSignal): Promise<Readable> | Readable
  readonly isAuthorized?: IsAuthorized
}

/** The complete content, built before the first byte is sent. */
export interface WholeBytes {
  readonly size: number
  readonly stream: Readable
}

export class BytesReply {
  readonly bytes: Bytes
  constructor(bytes: Bytes) {
    this.bytes = bytes
  }
}

type Range = { start: number; end: number }

/** Returns a single `bytes=a-b` range, 'whole' if none applies, or 'unsatisfiable' (RFC 9110 §14). */
export function rangeOf(header: string | undefined, size: number): Range | 'whole' | 'unsatisfiable' {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (!match) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}

/**
 * Content-Disposition by RFC 6266: an ASCII name for old clients, and the real one in UTF-8. Windows forbids
 * quotes in file names, so a quote becomes an inch mark.
 */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.replaceAll('"', '″')).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
): Promise<FastifyReply> {
  reply.header('content-type', bytes.type).header('cache-control', bytes.cache)
  reply.headers(bytes.headers ?? {})
  // The type comes from the server's own list. If a browser still runs the content, it runs in a sandbox.
  reply.header(
    'content-security-policy',
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  )
  if (bytes.download !== null) reply.header('content-disposition', dispositionOf(bytes.download))
  if (bytes.size === null || bytes.etag === null) return sendUnmeasured(request, reply, bytes)

  reply.header('etag', bytes.etag).header('accept-ranges', 'bytes')
  if (request.headers['if-none-match'] === bytes.etag) return reply.code(304).send()
  const resumable = request.headers['if-range'] === undefined || request.headers['if-range'] === bytes.etag
  const range = resumable ? rangeOf(request.headers.range, bytes.size) : 'whole'
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes.size}`).send()
  if (range === 'whole') {
    reply.header('content-length', bytes.size)
    return sendStream(request, reply, bytes)
  }
  reply.code(206).header('content-length', range.end - range.start + 1)
  reply.header('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`)
  return sendStream(request, reply, bytes, range)
}

/** A reply that ends early is detectable: it has fewer bytes than its length, or no final chunk. */
async function sendStream(
  { method }: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
  range?: Range,
): Promise<FastifyReply> {
  // An empty stream, since a reply without a body would get `content-length: 0`.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  return sendMade(reply, async (ended) =>
    reply.send(whileAuthorized(await bytes.read(range, ended), bytes.isAuthorized)),
  )
}

/** Sends a reply, and drops it if the client disconnects while it is being made. */
async function sendMade(
  reply: FastifyReply,
  send: (ended: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort(new Error('The client disconnected')))
  try {
    return await send(ended.signal)
  } catch (error) {
    if (ended.signal.aborted) return reply.hijack()
    throw error
  }
}

/**
 * In HTTP/1.1 bytes of unknown length are chunked, so a truncated reply is detectable. HTTP/1.0, which some
 * proxies speak, ends such a reply with the connection, so its length must be known in advance.
 */
async function sendUnmeasured(request: FastifyRequest, reply: FastifyReply, bytes: Bytes) {
  if (request.method === 'HEAD' || !bytes.whole || request.raw.httpVersion !== '1.0')
    return sendStream(request, reply, bytes)
  const { whole } = bytes
  return sendMade(reply, async (ended) => {
    const { size, stream } = await whole(ended)
    return reply.header('content-length', size).send(whileAuthorized(stream, bytes.isAuthorized))
  })
}
