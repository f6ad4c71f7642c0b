import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { countBytes } from './body-bytes.ts'
import { type Failure, fail, Refused } from './failure.ts'
import { largeBodies } from './loop-share.ts'
import { sourceOf } from './source.ts'

/**
 * Reads a body up to its route's limit, and stops at the first piece for which `weigh` returns null; else it returns
 * the bytes that the piece counts as for its caller. Nothing of the rest is stored then: `endUnreadBodies` ends it.
 * Beyond `pacedBodyBytes` it reads in the sender's share of the event loop.
 */
export function readBody(request: FastifyRequest, weigh: (piece: Buffer) => number | null): Promise<Buffer> {
  const { raw } = request
  const { bodyLimit } = request.routeOptions
  // Events of the connection are outside of the call, and so of its language.
  const inCall = AsyncLocalStorage.snapshot()
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    let isOver = false
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
    const take = (piece: Buffer) => {
      length += piece.length
      const weight = length > bodyLimit ? null : weigh(piece)
      // A piece that ends the body was read as well.
      if (weight === null && count(piece.length)) tooLarge()
      else if (weight !== null && count(weight)) pieces.push(piece)
    }
    const takeInTurn = (piece: Buffer) => {
      if (length + piece.length <= limits.pacedBodyBytes) return take(piece)
      raw.pause()
      const isOpen = () => !isOver
      void largeBodies
        .run(sourceOf(request.ip), () => isOpen() && take(piece))
        .then(() => isOpen() && raw.resume())
    }
    const finish = () => {
      forget()
      resolve(Buffer.concat(pieces, length))
    }
    // The sender went away in the middle: the answer reaches nobody.
    const breakOff = () => stop(() => fail('request.malformed'))
    const forget = () => {
      isOver = true
      raw.off('data', takeInTurn).off('end', finish).off('error', breakOff)
    }
    if (Number(raw.headers['content-length']) > bodyLimit) return tooLarge()
    if (count(0)) raw.on('data', takeInTurn).once('end', finish).once('error', breakOff)
  })
}
