import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { isNoSuchFile } from '#server/files/no-such-file.ts'
import { StoreUnavailable } from '#server/files/store.ts'
import { type S3Config, s3Place } from '#server/s3-config.ts'
import { BucketRefusal, statusOf, unavailable } from './unavailable.ts'

/** In milliseconds. */
export interface BucketPatience {
  /** A server that takes no connection, or says nothing for so long, does not answer. */
  readonly connects: number
  readonly silent: number
  /** From the call to its reply: what asks, and what brings a video. */
  readonly asks: number
  readonly brings: number
}

const usual: BucketPatience = { connects: 3_000, silent: 10_000, asks: 10_000, brings: 120_000 }
const tries = 3
const pauseBetween = 200

export interface ListedObject {
  /** Without the prefix. */
  readonly name: string
  readonly size: number
  /** By the clock of the S3 server. */
  readonly changed: Date
}

/**
 * The objects of one installation. Names are without the prefix of the configuration. What fails three times, or
 * is refused, is a StoreUnavailable that says what is wrong.
 */
export class Bucket {
  /** For people. */
  readonly place: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #asksWithin: number

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
      // What the library adds by itself many servers refuse; bodies are proven by the hash that is signed.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // It cannot repeat what comes from a stream, or a body that breaks off: `attempt` does.
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: patience.connects,
        socketTimeout: patience.silent,
        requestTimeout: patience.brings,
        throwOnRequestTimeout: true,
      },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    })
  }

  /** `body` is asked for anew at each try. The server refuses bytes of another hash. */
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
      if (!(Body instanceof Readable)) return this.#client.send(command)
      return whileReadable(Body, (abortSignal) => this.#client.send(command, { abortSignal }))
    })
  }

  /** Both ends included; `total` is the size of all of it. Past its end there are no bytes. Null: it is not there. */
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
        if (bytes.length !== ContentLength) throw new Error('The S3 server broke off')
        const [, total] = ContentRange?.split('/') ?? []
        // Without a range it gave all of it.
        return total === undefined
          ? { bytes: bytes.subarray(start, end + 1), total: bytes.length }
          : { bytes, total: Number(total) }
      } catch (error) {
        if (statusOf(error) === 404) return null
        if (statusOf(error) === 416) return { bytes: Buffer.alloc(0), total: start }
        throw error
      }
    })
  }

  /** Null: it is not there. */
  async find(name: string): Promise<ListedObject | null> {
    return this.#attempt(async () => {
      try {
        const { ContentLength = 0, LastModified } = await this.#ask(new HeadObjectCommand(this.#at(name)))
        return { name, size: ContentLength, changed: LastModified ?? new Date() }
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    })
  }

  /** Removing what is not there is success. */
  async remove(name: string): Promise<void> {
    await this.#attempt(() => this.#ask(new DeleteObjectCommand(this.#at(name))))
  }

  /** Those whose names begin so, in the order of their names, behind `after`. */
  async *list(begin: string, after = ''): AsyncGenerator<ListedObject> {
    let last = after === '' ? '' : this.#prefix + after
    for (;;) {
      const { Contents = [], IsTruncated } = await this.#attempt(() =>
        this.#ask(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: this.#prefix + begin,
            ...(last === '' ? {} : { StartAfter: last }),
          }),
        ),
      )
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        yield { name: Key.slice(this.#prefix.length), size: Size, changed: LastModified ?? new Date() }
        last = Key
      }
      if (!IsTruncated || Contents.length === 0) return
    }
  }

  close(): void {
    this.#client.destroy()
  }

  #at(name: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + name }
  }

  /** What has no body to bring. */
  get #ask(): S3Client['send'] {
    return ((command: never) =>
      this.#client.send(command, { requestTimeout: this.#asksWithin })) as S3Client['send']
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let left = tries - 1; ; left--) {
      try {
        return await work()
      } catch (error) {
        // The file that was to be brought is not there: that is not the bucket's.
        if (isNoSuchFile(error)) throw new StoreUnavailable('A file that arrived is gone', { cause: error })
        const failure = unavailable(error, this.place)
        // Who waited once for a server that says nothing has waited long enough.
        if (left === 0 || failure instanceof BucketRefusal || isSilence(error)) throw failure
        await pause(pauseBetween * 4 ** (tries - 1 - left))
      }
    }
  }
}

/** A source that fails ends the call, which would wait for the rest of it, with its own error. It is closed in the end. */
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
    throw failure ?? error
  } finally {
    source.destroy()
  }
}

/** It is signed with the call, so that the server proves the bytes; the library would leave them unproven over TLS. */
function signedHash(sha256: string) {
  return <In extends { request: unknown }, Out>(next: (from: In) => Promise<Out>) =>
    (from: In): Promise<Out> => {
      const request = from.request as { headers: Record<string, string> }
      request.headers['x-amz-content-sha256'] = sha256
      return next(from)
    }
}

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
