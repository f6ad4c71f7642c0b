import type { Readable } from 'node:stream'

/** Kept bytes: everything a row must record. `key` is the store's own name, never a path. */
export interface StoredBytes {
  readonly key: string
  readonly size: number
  /** Lowercase hex. */
  readonly sha256: string
  /** CRC-32 as an unsigned number. The zip uses it without reading the file first. */
  readonly crc32: number
}

/** Received bytes that are temporary until `commit`; swept if they are never committed. */
export interface TempBytes extends StoredBytes {
  /** A local path for decoders that need one (sharp, ffprobe); gone after `commit` or `drop`. */
  readonly path: string
}

/** A temporary file, removed when it is dropped or at the next start. */
export interface Scratch {
  write(bytes: Uint8Array, at: number): Promise<void>
  /** Returns exactly this many bytes, which must have been written. */
  read(at: number, length: number): Promise<Buffer>
  drop(): Promise<void>
}

/** A kept file, open for reading. */
export interface OpenFile {
  readonly size: number
  /** Returns the number of bytes read: at least one, or 0 past the end. */
  read(into: Buffer, at: number): Promise<number>
  close(): Promise<void>
}

/** The storage can't be read or written now (full, read-only, gone); the reason is in `cause`. */
export class StoreUnavailable extends Error {}
/** The storage is full. */
export class StoreFull extends StoreUnavailable {}
/** More bytes arrived than allowed. */
export class TooLarge extends Error {}

/**
 * File storage on this disk or an S3 server. Both guarantee that a key returned by `commit` survives a crash,
 * that a key is never written twice, and that reading a range costs only that range.
 */
export interface FileStore {
  /**
   * Streams to temporary storage and computes the hashes. Throws TooLarge past `limit` bytes, or the source's
   * own error; then nothing is left, and the source is destroyed.
   */
  receive(source: Readable | Uint8Array, limit: number): Promise<TempBytes>
  /** Makes the bytes durable (fsync, rename) and returns their final key. Call at most once per file. */
  commit(temp: TempBytes): Promise<StoredBytes>
  drop(temp: TempBytes): Promise<void>
  scratch(): Promise<Scratch>
  /** `range` in bytes, both ends included. Throws StoreUnavailable if the bytes can't be read. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** For reading many files one after the other; throws like `read`. */
  open(key: string): Promise<OpenFile>
  /** Sizes in bytes of those that exist. Keys close together in order are looked up together. */
  sizesOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Succeeds if the file does not exist. */
  remove(key: string): Promise<void>
  /** Keys kept before this time, in no order. Finds files whose row was never committed. */
  keptBefore(moment: Date): AsyncIterable<string>
  /** Throws StoreUnavailable if the storage can't be written now, StoreFull if it is full. */
  check(): Promise<void>
}
