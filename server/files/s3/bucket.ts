import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { StoreUnavailable } from '#server/files/store.ts'
import { type S3Config, s3Place } from '#server/s3-config.ts'
import { hashBytes } from './hash-bytes.ts'
import { BucketRefusal, MalformedReply, nameOf, statusOf, unavailable } from './unavailable.ts'

/** Timeouts in milliseconds. */
export interface BucketPatience {
  /** Time to connect, and maximum silence on a connection. */
  readonly connects: number
  readonly silent: number
  /** Time from the call to its reply: for queries, and for uploads such as videos. */
  readonly asks: number
  readonly brings: number
}

const usual: BucketPatience = { connects: 3_000, silent: 10_000, asks: 10_000, brings: 15 * 60_000 }
const tries = 3
/** Fewer than the library's connections, so that its timeout for one starts with the call. */
const atOnce = 32
const pauseBetween = 200
const triedName = 'check'

export interface ListedObject {
  /** Without the prefix. */
  readonly name: string
  readonly size: number
  /** By the S3 server's clock. */
  readonly changed: Date
}

/**
 * The objects of one installation. Names exclude the configured prefix. A call that fails three times or is
 * rejected throws a StoreUnavailable with the reason.
 */
export class Bucket {
  /** For people. */
  readonly place: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #asksWithin: number
  readonly #turn = pLimit(atOnce)

  /** `patience` is for tests. */
  constructor(config: S3Config, patience = usual) {
    this.#asksWithin = patience.asks
    this.place = s3Place(config)
    this.#bucket = config.bucket
    this.#prefix = config.prefix
    this.#client = new S3Client({
      region: config.region,
      forcePathStyle: config.pathStyle,
      ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
      ...(config.keys === null
        ? {}
        : { credentials: { accessKeyId: config.keys.id, secretAccessKey: config.keys.secret } }),
      // Many servers reject the library's own checksums; the signed hash verifies bodies.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // The library can't repeat a stream or a truncated body; `attempt` does.
      maxAttempts: 1,
      // Not every server or proxy answers `Expect: 100-continue`.
      expectContinueHeader: false,
      requestHandler: {
        connectionTimeout: patience.connects,
        socketTimeout: patience.silent,
        requestTimeout: patience.brings,
        throwOnRequestTimeout: true,
      },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    })
  }

  /** Uploads an object. `body` is called again for each try. The server rejects bytes with a different hash. */
  async put(
    name: string,
    body: () => Readable | Uint8Array,
    { size, sha256 }: { readonly size: number; readonly sha256: string },
  ): Promise<void> {
    await this.#attempt(async () => {
      const Body = body()
      const command = new PutObjectCommand({
        ...this.#at(name),
        Body,
        ContentLength: size,
        ContentType: 'application/octet-stream',
      })
      command.middlewareStack.add(signedHash(sha256), { step: 'build', name: 'signedHash' })
      const { ETag } = await (Body instanceof Readable
        ? whileReadable(Body, (abortSignal) => this.#client.send(command, { abortSignal }))
        : this.#client.send(command))
      // A server that answers anything with 200 stores nothing.
      if (!ETag) throw new MalformedReply('took it without a word')
    })
  }

  /** Uploads small content from memory. */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.put(name, () => bytes, hashBytes(bytes))
  }

  /** Writes a test object. Throws if the bucket accepts no file now. */
  async tryOut(): Promise<void> {
    await this.write(triedName, Buffer.from('can be written'))
  }

  /**
   * Reads a range, both ends included; `total` is the object's size. Returns no bytes past its end, and null if
   * there is no object.
   */
  async get(
    name: string,
    start: number,
    end: number,
  ): Promise<{ readonly bytes: Buffer; readonly total: number } | null> {
    return this.#attempt(async () => {
      try {
        const { Body, ContentRange, ContentLength } = await this.#ask(
          new GetObjectCommand({ ...this.#at(name), Range: `bytes=${start}-${end}` }),
        )
        const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
        if (ContentLength !== undefined && bytes.length !== ContentLength)
          throw new MalformedReply('broke off')
        // The server ignored the range and returned the whole object.
        if (ContentRange === undefined) return { bytes: bytes.subarray(start, end + 1), total: bytes.length }
        const [, from, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange) ?? []
        if (Number(from) !== start || Number(last) - start + 1 !== bytes.length)
          throw new MalformedReply(`gave ${ContentRange}`)
        return { bytes, total: Number(total) }
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return null
        if (statusOf(error) === 416) return { bytes: Buffer.alloc(0), total: start }
        throw error
      }
    })
  }

  /**
   * Finds an object, or null. Uses a listing: a HEAD reply does not distinguish a missing object from a missing
   * bucket.
   */
  async find(name: string): Promise<ListedObject | null> {
    for await (const one of this.list(name)) return one.name === name ? one : null
    return null
  }

  /** The current time by the S3 server's clock. */
  async now(): Promise<Date> {
    await this.tryOut()
    const written = await this.find(triedName)
    if (!written) throw unavailable(new MalformedReply('has not what it took'), this.place)
    return written.changed
  }

  /** Succeeds if the object does not exist. */
  async remove(name: string): Promise<void> {
    await this.#attempt(async () => {
      try {
        await this.#ask(new DeleteObjectCommand(this.#at(name)))
      } catch (error) {
        if (nameOf(error) !== 'NoSuchKey') throw error
      }
    })
  }

  /** Lists the objects whose names start with `begin`, in order of their names, after `after`. */
  async *list(begin: string, after = ''): AsyncGenerator<ListedObject> {
    let last = after
    for (let page: string | undefined; ; ) {
      const listed = await this.#page(begin, after, page)
      for (const { Key = '', Size = 0, LastModified } of listed.Contents ?? []) {
        const name = Key.slice(this.#prefix.length)
        if (name <= last || !LastModified)
          throw unavailable(new MalformedReply('lists in no order'), this.place)
        last = name
        yield { name, size: Size, changed: LastModified }
      }
      if (!listed.IsTruncated) return
      page = listed.NextContinuationToken
    }
  }

  #page(begin: string, after: string, page: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const first = after === '' ? {} : { StartAfter: this.#prefix + after }
    const from = page === undefined ? first : { ContinuationToken: page }
    return this.#attempt(async () => {
      const listed = await this.#ask(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix + begin, ...from }),
      )
      if (listed.IsTruncated === undefined) throw new MalformedReply('gave no list')
      return listed
    })
  }

  close(): void {
    this.#client.destroy()
  }

  #at(name: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + name }
  }

  /** Sends a command without a body, with the shorter timeout. */
  get #ask(): S3Client['send'] {
    return ((command: never) =>
      this.#client.send(command, { requestTimeout: this.#asksWithin })) as S3Client['send']
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let left = tries - 1; ; left--) {
      try {
        return await this.#turn(work)
      } catch (error) {
        // A failure of this disk, not of the bucket.
        if (error instanceof StoreUnavailable) throw error
        const failure = unavailable(error, this.place)
        // After one timeout, do not wait for another.
        if (left === 0 || failure instanceof BucketRefusal || isSilence(error)) throw failure
        await pause(pauseBetween * 4 ** (tries - 1 - left))
      }
    }
  }
}

/**
 * Aborts the call with the source's error if the source fails; otherwise the call would wait for the rest.
 * Closes the source in the end.
 */
async function whileReadable<T>(source: Readable, call: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const broken = new AbortController()
  let failure: unknown = null
  source.on('error', (error) => {
    failure = error
    broken.abort()
  })
  try {
    return await call(broken.signal)
  } catch (error) {
    throw failure ? new StoreUnavailable('A file that arrived cannot be read', { cause: failure }) : error
  } finally {
    source.destroy()
  }
}

/**
 * Signs the hash with the call, so that the server verifies the bytes. Over TLS the library would leave them
 * unverified.
 */
function signedHash(sha256: string) {
  return <In extends { request: unknown }, Out>(next: (from: In) => Promise<Out>) =>
    (from: In): Promise<Out> => {
      const request = from.request as { headers: Record<string, string> }
      request.headers['x-amz-content-sha256'] = sha256
      return next(from)
    }
}

/** Whether the server timed out. The library gives a reset connection the same name. */
function isSilence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return nameOf(error) === 'TimeoutError' && !['ECONNRESET', 'EPIPE'].includes(code)
}
