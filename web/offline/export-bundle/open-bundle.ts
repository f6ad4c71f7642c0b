import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { endpointOf } from '../operations/remote/registry.ts'
import {
  type BundleEntry,
  bundleFormat,
  bundleLimits,
  bundleVersion,
  Manifest,
  type Member,
  manifestName,
} from './manifest.ts'

/** Why a file can't be imported. */
export type Refusal = 'not-a-bundle' | 'newer' | 'other-account' | 'damaged'

export class BundleRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export interface OpenBundle {
  readonly manifest: Manifest
  /** Returns a member's bytes, and fails if the size differs from the manifest. */
  readonly read: (member: Member) => Promise<ArrayBuffer>
  readonly close: () => Promise<void>
}

/**
 * Opens a bundle of this account and validates all of it before anything is stored: sizes before unpacking,
 * then names, rows, and each entry by its endpoint's rules.
 */
export async function openBundle(account: string, file: Blob): Promise<OpenBundle> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, strictness: 'strict' })
  try {
    const byPath = await membersOf(reader)
    const manifest = await manifestIn(byPath, account)
    proveWhole(manifest, byPath)
    const read = (member: Member) => {
      const entry = byPath.get(member.path)
      if (!entry) throw new BundleRefused('damaged')
      return bytesOf(entry, member.size)
    }
    return { manifest, read, close: () => reader.close() }
  } catch (error) {
    // The file is rejected in any case.
    await reader.close().catch(() => undefined)
    throw error instanceof BundleRefused ? error : new BundleRefused('not-a-bundle')
  }
}

async function membersOf(reader: ZipReader<Blob>): Promise<ReadonlyMap<string, FileEntry>> {
  const byPath = new Map<string, FileEntry>()
  let all = 0
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory) continue
    all += entry.uncompressedSize
    const tooMuch = byPath.size >= bundleLimits.members || all > bundleLimits.allBytes
    if (entry.encrypted || byPath.has(entry.filename) || tooMuch) throw new BundleRefused('damaged')
    byPath.set(entry.filename, entry)
  }
  return byPath
}

async function manifestIn(byPath: ReadonlyMap<string, FileEntry>, account: string): Promise<Manifest> {
  const entry = byPath.get(manifestName)
  if (!entry || entry.uncompressedSize > bundleLimits.manifestBytes) throw new BundleRefused('not-a-bundle')
  const value = parsed(await bytesOf(entry, entry.uncompressedSize))
  const envelope = Envelope.safeParse(value)
  if (!envelope.success) throw new BundleRefused('not-a-bundle')
  if (envelope.data.version > bundleVersion) throw new BundleRefused('newer')
  if (envelope.data.account !== account) throw new BundleRefused('other-account')
  const manifest = Manifest.safeParse(value)
  if (!manifest.success) throw new BundleRefused('damaged')
  return manifest.data
}

const Envelope = z.object({ format: z.literal(bundleFormat), version: z.number(), account: z.string() })

/**
 * Checks that every entry can be sent, every row belongs to an entry, and all bytes have the size in the
 * manifest.
 */
function proveWhole(manifest: Manifest, byPath: ReadonlyMap<string, FileEntry>): void {
  const entries = new Map(manifest.entries.map((entry) => [entry.id, entry]))
  const there = new Set(manifest.members.map(({ role, id }) => `${role} ${id}`))
  const sound =
    entries.size === manifest.entries.length &&
    manifest.entries.every(isSendable) &&
    manifest.answers.every((row) => entries.get(row.entry)?.survey === row.survey) &&
    manifest.files.every((row) => isOf(entries.get(row.upload), row) && there.has(`bytes ${row.id}`)) &&
    manifest.drawings.every(
      (row) => isOf(entries.get(row.entry), row) && (row.shapes === null || there.has(`drawing ${row.id}`)),
    ) &&
    manifest.plans.every((row) => isOf(entries.get(row.id), row) && there.has(`plan ${row.id}`)) &&
    manifest.members.every(({ path, size }) => byPath.get(path)?.uncompressedSize === size)
  if (!sound) throw new BundleRefused('damaged')
}

function isOf(entry: BundleEntry | undefined, row: { readonly survey: string }): boolean {
  return entry?.survey === row.survey
}

function isSendable({ endpoint, input }: BundleEntry): boolean {
  const known = endpointOf(endpoint)
  if (!known) throw new BundleRefused('newer')
  return (['params', 'query', 'body'] as const).every((part) => passes(known, part, input[part]))
}

function passes(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): boolean {
  const schema: Schema | undefined = endpoint[part]
  return schema === undefined ? value === undefined : z.safeParse(schema, value).success
}

/** Aborts as soon as there are more bytes than the manifest says. */
async function bytesOf(entry: FileEntry, size: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      if (at + chunk.byteLength > size) throw new BundleRefused('damaged')
      bytes.set(chunk, at)
      at += chunk.byteLength
    },
  })
  try {
    await entry.getData(sink, { useWebWorkers: false, checkSignature: true })
  } catch {
    throw new BundleRefused('damaged')
  }
  if (at !== size) throw new BundleRefused('damaged')
  return bytes.buffer
}

function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The caller's schema rejects it.
    return undefined
  }
}
