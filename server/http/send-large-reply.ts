import { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { spool } from '#server/files/spool.ts'
import type { FileStore } from '#server/files/store.ts'
import type { StoredReply } from './idempotency.ts'
import { jsonPieces } from './json-pieces.ts'
import { type IsAuthorized, whileAuthorized } from './while-authorized.ts'

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
