import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { countBytes } from './body-bytes.ts'
import { largeBodies } from './event-loop-scheduler.ts'
import { type Failure, fail, Refused } from './failure.ts'
import { sourceOf } from './source.ts'

/**
 * Reads a body up to its route's limit. `weigh` returns the bytes that a chunk counts as, or null to reject the
 * body.
 * Nothing after a rejection is stored; `endUnreadBodies` handles the rest. Beyond `pacedBodyBytes` it reads
 * within the sender's share of the event loop.
 */
export function readBody(request: FastifyRequest, weigh: (piece: Buffer) => number | null): Promise<Buffer> {
  const { raw } = request
  const { bodyLimit } = request.routeOptions
  // Connection events run outside the call's async context, and so without its language.
  const inCall = AsyncLocalStorage.snapshot()
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    let isOver = false
    let paced = Promise.resolve()
    const stop = (failure: () => Failure) => {
      forget()
      raw.pause()
      reject(new Refused(inCall(failure)))
    }
    const tooLarge = () => stop(() => fail('request.tooLarge'))
    const count = (bytes: number) => {
      const retryAfter = countBytes(request, bytes)
      if (retryAfter !== null) stop(() => fail('request.tooMany', { retryAfter }))
      return retryAfter === null
    }
    const accept = (piece: Buffer) => {
      length += piece.length
      const weight = length > bodyLimit ? null : weigh(piece)
      // A rejected chunk was read too, so it counts.
      if (weight === null && count(piece.length)) tooLarge()
      else if (weight !== null && count(weight)) pieces.push(piece)
    }
    const acceptPaced = (piece: Buffer) => {
      if (length + piece.length <= limits.pacedBodyBytes) return accept(piece)
      raw.pause()
      const isOpen = () => !isOver
      paced = largeBodies
        .run(sourceOf(request.ip), () => isOpen() && accept(piece))
        .then(() => void (isOpen() && raw.resume()))
    }
    // A paused stream ends too if its last chunk was read, which may still wait for its turn.
    const finish = () =>
      void paced.then(() => {
        if (isOver) return
        forget()
        resolve(Buffer.concat(pieces, length))
      })
    // The sender disconnected, so this reply is not received.
    const rejectMalformed = () => stop(() => fail('request.malformed'))
    const forget = () => {
      isOver = true
      raw.off('data', acceptPaced).off('end', finish).off('error', rejectMalformed)
    }
    if (Number(raw.headers['content-length']) > bodyLimit) return tooLarge()
    if (count(0)) raw.on('data', acceptPaced).once('end', finish).once('error', rejectMalformed)
  })
}
