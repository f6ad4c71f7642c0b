import { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { spool } from '#server/files/spool.ts'
import type { FileStore } from '#server/files/store.ts'
import type { StoredReply } from './execute-call.ts'
import { type IsAuthorized, whileAuthorized } from './while-authorized.ts'

/** About 64 KiB per chunk. */
const pieceLength = 64 * 1024

/**
 * Sends a reply of possibly many megabytes. It is serialized at full speed, and a disk spool buffers what the
 * client has not read.
 * Once this resolves, nothing of it is in memory, however slow the client is. The spool stops if the client's
 * link or session ends.
 */
export async function sendLargeReply(
  files: FileStore,
  reply: FastifyReply,
  outcome: StoredReply & { readonly schema: Schema; readonly isAuthorized: IsAuthorized | undefined },
): Promise<void> {
  const pieces = jsonPieces(z.encode(outcome.schema, outcome.reply))
  const [first, second] = [pieces.next().value ?? '', pieces.next()]
  reply.code(outcome.status).header('cache-control', 'no-store')
  reply.header('content-type', 'application/json; charset=utf-8')
  if (second.done) {
    reply.send(first)
    return
  }
  const source = Readable.from(asBytes([first, second.value], pieces))
  const spooled = spool(files, source, {
    of: 'reply',
    limit: limits.replyBytes,
    limitOfAll: limits.replyBytesOfAll,
  })
  reply.send(whileAuthorized(spooled.stream, outcome.isAuthorized))
  // On failure, the stream has already reported the error.
  await spooled.size.catch(() => undefined)
}

async function* asBytes(begun: readonly string[], pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of begun) yield Buffer.from(piece)
  for (const piece of pieces) {
    yield Buffer.from(piece)
    // Lets other work, such as saves, run in between.
    await others()
  }
}

/**
 * Yields the output of `JSON.stringify` in chunks, so that a reply of many megabytes never exists as one
 * string. Objects without nested objects are written whole.
 */
export function* jsonPieces(root: unknown): Generator<string> {
  const open: Frame[] = []
  let text = ''
  const begin = (value: unknown) => {
    if (!isDeep(value)) text += JSON.stringify(value) ?? 'null'
    else {
      const frame = frameOf(value)
      text += frame.isList ? '[' : '{'
      open.push(frame)
    }
  }
  begin(root)
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const entry = frame.entries[frame.next++]
    if (!entry) {
      text += frame.isList ? ']' : '}'
      open.pop()
    } else {
      if (frame.next > 1) text += ','
      if (!frame.isList) text += `${JSON.stringify(entry[0])}:`
      begin(entry[1])
    }
    if (text.length >= pieceLength) {
      yield text
      text = ''
    }
  }
  if (text !== '') yield text
}

interface Frame {
  readonly isList: boolean
  readonly entries: readonly (readonly [string, unknown])[]
  next: number
}

function frameOf(value: object): Frame {
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  return { isList, next: 0, entries: isList ? entries : entries.filter(([, one]) => one !== undefined) }
}

function isDeep(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) return true
  return false
}
