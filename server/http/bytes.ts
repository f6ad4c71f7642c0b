import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Standing, whileStanding } from './while-standing.ts'

/** A reply of bytes. With `size` and `etag` it can be asked for in ranges and resumed. */
export interface Bytes {
  readonly type: string
  /** null: not known before the end (the PDF); then no ranges, and `whole` for readers that cannot see the end. */
  readonly size: number | null
  readonly whole?: (ended: AbortSignal) => Promise<WholeBytes>
  /** Strong, quoted. */
  readonly etag: string | null
  /** Name for saving; null where the browser shows it in place. */
  readonly download: string | null
  readonly cache: string
  /** Others beside those that all such replies have. */
  readonly headers?: Readonly<Record<string, string>>
  /** `ended`: the reader has it all, or went away, maybe before there was anything to read. */
  read(range: { start: number; end: number } | undefined, ended: AbortSignal): Promise<Readable> | Readable
  readonly standing?: Standing
}

/** Everything of it, made before the first byte is sent. */
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

/** A single `bytes=a-b` range, 'whole' where none applies, or 'unsatisfiable' (RFC 9110 §14). */
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

/** RFC 6266: a plain name for old readers, the real one in UTF-8. Windows takes no quote in a name, but an inch mark. */
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
  // The type is from our own list; should a browser still run it, it runs as nobody.
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

/** What ends early is seen to: fewer bytes than its length, or a chunked reply without its end. */
async function sendStream(
  { method }: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
  range?: Range,
): Promise<FastifyReply> {
  // An empty stream, since a reply without a body would be told as one of length 0.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  return sendMade(reply, async (ended) =>
    reply.send(whileStanding(await bytes.read(range, ended), bytes.standing)),
  )
}

/** Nobody is left to be answered once the reader has gone, however far the making has come. */
async function sendMade(
  reply: FastifyReply,
  send: (ended: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort(new Error('The reader went away')))
  try {
    return await send(ended.signal)
  } catch (error) {
    if (ended.signal.aborted) return reply.hijack()
    throw error
  }
}

/**
 * In HTTP/1.1 bytes of unknown length come in chunks, and what breaks off is seen to be broken. HTTP/1.0, which some
 * proxies speak, ends such an answer with the connection: there its length has to be known before.
 */
async function sendUnmeasured(request: FastifyRequest, reply: FastifyReply, bytes: Bytes) {
  if (request.method === 'HEAD' || !bytes.whole || request.raw.httpVersion !== '1.0')
    return sendStream(request, reply, bytes)
  const { whole } = bytes
  return sendMade(reply, async (ended) => {
    const { size, stream } = await whole(ended)
    return reply.header('content-length', size).send(whileStanding(stream, bytes.standing))
  })
}
