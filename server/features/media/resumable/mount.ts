import { PassThrough, Readable } from 'node:stream'
import { ERRORS, type Lock, type Locker, Server, type Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { resumableAddress, uploadResumed } from '#contract/media/resumable.ts'
import type { Context } from '#server/context.ts'
import { authenticateCaller, type Identify, shareOf } from '#server/http/authenticate.ts'
import { challenge } from '#server/http/bearer.ts'
import { markAuthenticated } from '#server/http/body-bytes.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { failureOf } from '#server/http/refusal.ts'
import { sendFailure } from '#server/http/router.ts'
import { findPart, forgetPart, reservePart } from './data.ts'
import { PartStore, removePart } from './store.ts'

const address = `/api${resumableAddress}`

/** Headers of the protocol; no others pass in either direction. */
const receivedHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-defer-length',
  'upload-concat',
  'content-type',
  'content-length',
]
const sentHeaders = [
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-offset',
  'upload-length',
  'upload-expires',
  'location',
]

/** Seconds after which a retry makes sense. */
const pause = { 423: 2, 429: 60, 503: 5, 507: 60 } as Readonly<Record<number, number>>

/** The caller of each of the library's requests. */
interface Asking {
  readonly accountId: string
  /** The file that the request started. */
  begun: string | null
}

/**
 * Mounts resumable uploads by the tus protocol: creation, creation with upload, HEAD, PATCH and termination.
 * The library only gets requests for the caller's own files, with only the protocol's headers.
 */
export function mountUploads(app: FastifyInstance, context: Context, identify: Identify): void {
  const asking = new WeakMap<object, Asking>()
  const tus = new Server({
    path: address,
    datastore: new PartStore(context, limits.resumableLife),
    locker: new PartLocks(),
    relativeLocation: true,
    maxSize: limits.videoBytes,
    // A device that reconnects on another network has left a request behind that will never end.
    lockDrainTimeout: 1_000,
    namingFunction: () => context.random(16).toString('hex'),
    onUploadCreate: (request, upload) => begin(context, asking.get(request), upload),
    onResponseError: (_request, error) => answerTo(context, error),
  })
  const callers = new WeakMap<FastifyRequest, string>()

  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('tus-resumable', '1.0.0')
    await identify.expireRecords()
    const caller = await authenticateCaller(uploadResumed, request, identify)
    if (caller instanceof Failure) return sendFailure(challenge(reply, caller, uploadResumed), caller)
    const accountId = caller.account?.id ?? ''
    const { id } = request.params as { id?: string }
    const isOwn = id === undefined || (await isOwnPart(context, accountId, id))
    if (!isOwn) return sendFailure(reply, fail('request.notFound'))
    callers.set(request, accountId)
    if (caller.account) markAuthenticated(request.raw, shareOf(caller.account))
  }

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const source = sourceOf(request)
    const asked = askedOf(request, source)
    const own: Asking = { accountId: callers.get(request) ?? '', begun: null }
    asking.set(asked, own)
    try {
      const answer = await tus.handleWeb(asked)
      // The device never received its address.
      if (own.begun && (answer.status >= 400 || source?.brokeOff())) await forgetBegun(context, own.begun)
      return send(reply, answer)
    } finally {
      source?.readOn()
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const how = {
      schema: { hide: true },
      bodyLimit: limits.videoBytes,
      onRequest: admit,
      handler: pass,
    }
    scope.route({ ...how, method: ['POST', 'OPTIONS'], url: address })
    scope.route({ ...how, method: ['HEAD', 'PATCH', 'DELETE'], url: `${address}/:id` })
  })
}

async function isOwnPart(context: Context, accountId: string, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{32}$/.test(id)) return false
  return (await findPart(context.db, accountId, id, context.clock())) !== null
}

async function begin(context: Context, asking: Asking | undefined, { id, size = 0 }: Upload) {
  const accountId = asking?.accountId ?? ''
  if (!(await reservePart(context.db, { id, accountId, size }, context.clock())))
    throw { status_code: 429, body: '' }
  if (asking) asking.begun = id
  return {}
}

async function forgetBegun(context: Context, id: string): Promise<void> {
  await forgetPart(context.db, id)
  await removePart(context, id)
}

function answerTo({ log }: Context, error: Error | { readonly status_code: number; readonly body: string }) {
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return { status_code: 423, body: '' }
  if ('status_code' in error) return undefined
  const status = failureOf(error)?.status ?? 500
  if (status >= 500) log[status === 500 ? 'error' : 'warn']({ err: error }, 'A part of a file was not taken')
  return { status_code: status, body: '' }
}

/**
 * The body for the library to read: bytes received before a lost connection count, and the rest of a rejected
 * one is read and discarded, so that the sender gets the reply.
 */
function sourceOf({ raw, method }: FastifyRequest) {
  if (method !== 'POST' && method !== 'PATCH') return null
  const body = new PassThrough()
  let broken = false
  const breakOff = () => {
    if (raw.readableEnded) return
    broken = true
    body.end()
  }
  raw.once('error', breakOff).once('close', breakOff).pipe(body)
  return {
    body,
    brokeOff: () => broken,
    readOn: () => {
      raw.unpipe().resume()
      body.resume()
    },
  }
}

function askedOf(request: FastifyRequest, source: { readonly body: PassThrough } | null): Request {
  const headers = new Headers()
  for (const name of receivedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { id } = request.params as { id?: string }
  const url = `http://fieldbook${address}${id === undefined ? '' : `/${id}`}`
  const body = source && (Readable.toWeb(source.body) as ReadableStream<Uint8Array>)
  return new Request(url, { method: request.method, headers, ...(body ? { body, duplex: 'half' } : {}) })
}

function send(reply: FastifyReply, { status, headers }: Response) {
  for (const name of sentHeaders) {
    const value = headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  reply.code(status).header('cache-control', 'no-store')
  const wait = pause[status]
  if (wait) reply.header('retry-after', wait)
  return status < 400 ? reply.send() : reply.send({ errors: wordsFor(status).errors })
}

function wordsFor(status: number): Failure {
  if (status === 404 || status === 410) return fail('request.notFound')
  if (status === 413) return fail('request.tooLarge')
  if (status === 429) return fail('request.tooMany', { message: 'media.tooMuchUnfinished' })
  if (status === 507) return fail('service.full')
  if (status >= 500) return fail(status === 503 ? 'service.unavailable' : 'request.unexpected')
  return fail('request.malformed')
}

/** A request that waits longer than this for another is rejected. */
const patience = 20_000

interface Holder {
  /** Asks the request that holds the lock to end. */
  readonly release: () => unknown
  readonly waiting: Waiting[]
}

interface Waiting {
  readonly release: () => unknown
  readonly begin: () => void
}

/**
 * Allows one request at a time for each file, in order. One process owns the folder, so memory is enough. The
 * library's own locker polls without a pause while it waits, which uses a whole core.
 */
class PartLocks implements Locker {
  readonly #held = new Map<string, Holder>()

  newLock(id: string): Lock {
    return {
      lock: (signal, release) => this.#acquire(id, signal, release),
      unlock: async () => this.#pass(id),
    }
  }

  #acquire(id: string, signal: AbortSignal, release: () => unknown): Promise<void> {
    const holder = this.#held.get(id)
    if (!holder) {
      this.#held.set(id, { release, waiting: [] })
      return Promise.resolve()
    }
    holder.release()
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const waiting: Waiting = {
        release,
        begin: () => {
          over()
          resolve()
        },
      }
      const giveUp = () => {
        over()
        const queue = this.#held.get(id)?.waiting ?? []
        if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1)
        reject(ERRORS.ERR_LOCK_TIMEOUT)
      }
      const timer = setTimeout(giveUp, patience)
      signal.addEventListener('abort', giveUp)
      holder.waiting.push(waiting)
    })
  }

  #pass(id: string): void {
    const [next, ...others] = this.#held.get(id)?.waiting ?? []
    if (!next) {
      this.#held.delete(id)
      return
    }
    this.#held.set(id, { release: next.release, waiting: others })
    next.begin()
    if (others.length > 0) next.release()
  }
}
