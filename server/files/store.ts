import type { Readable } from 'node:stream'

/** Bytes that were kept: all that a row must remember. `key` is the store's own name, never a path. */
export interface StoredBytes {
  readonly key: string
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  /** CRC-32 as an unsigned number: the zip is written from it without reading the file first. */
  readonly crc32: number
}

/** Bytes that arrived but count for nothing until `keep`; swept when nobody keeps them. */
export interface TempBytes extends StoredBytes {
  /** A local path for decoders that need one (sharp, ffprobe); gone after `keep` or `drop`. */
  readonly path: string
}

/** A file for what need not last, gone when it is dropped and at the latest with the next start. */
export interface Scratch {
  write(bytes: Uint8Array, at: number): Promise<void>
  /** As many bytes as were asked for: they must have been written. */
  read(at: number, length: number): Promise<Buffer>
  drop(): Promise<void>
}

/** A kept file, open for reading. */
export interface OpenFile {
  readonly size: number
  /** At least one byte, or 0 past its end; gives how many. */
  read(into: Buffer, at: number): Promise<number>
  close(): Promise<void>
}

/** The place cannot be read or written now (full, read-only, gone); the reason is in `cause`. */
export class StoreUnavailable extends Error {}
/** In particular: there is no room left. */
export class StoreFull extends StoreUnavailable {}
/** More bytes came than were allowed. */
export class TooLarge extends Error {}

/**
 * Where files live: this disk or an S3 server. Both keep the same promises: a key that `keep` returned
 * survives a crash, a key is never written twice, reading a range costs only that range.
 */
export interface FileStore {
  /**
   * Streams to a temporary place, hashing as it goes. Fails with TooLarge past `limit` bytes and with the
   * source's own error when it breaks off; leaves nothing then, and the source is destroyed.
   */
  receive(source: Readable | Uint8Array, limit: number): Promise<TempBytes>
  /** Makes the bytes durable (fsync, rename) and gives their final key. A temp can be kept once. */
  keep(temp: TempBytes): Promise<StoredBytes>
  drop(temp: TempBytes): Promise<void>
  scratch(): Promise<Scratch>
  /** `range` in bytes, both ends included. Fails with StoreUnavailable when the bytes cannot be had. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** For who reads many files one after the other; fails as `read` does. */
  open(key: string): Promise<OpenFile>
  /** In bytes, of those that are there. Keys that lie close together in their order are asked for at once. */
  sizesOf(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Removing what is not there is success. */
  remove(key: string): Promise<void>
  /** Keys kept before this moment: bytes whose row was never committed are found with it. In no order. */
  keptBefore(moment: Date): AsyncIterable<string>
  /** Throws StoreUnavailable when the place cannot be written now, StoreFull where that is for want of room. */
  check(): Promise<void>
}
