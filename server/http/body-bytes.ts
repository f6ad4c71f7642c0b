import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { sourceOf } from './source.ts'

/** Authenticated requests, with the name that their bytes are counted under. */
const proven = new WeakMap<IncomingMessage, string>()

/** `caller`: the account id, or the session id of a phone guest. */
export function markAuthenticated(request: IncomingMessage, caller: string): void {
  proven.set(request, caller)
}

export function isAuthenticated(request: IncomingMessage): boolean {
  return proven.has(request)
}

const minute = 60_000

/** Bytes of the running minute, by caller. One process serves an installation, so memory is enough. */
const counted = new Map<string, number>()
let minuteEnds = 0

/** Counts bytes of a request body. Returns null, or the seconds to wait once the caller is over its limit. */
export function countBytes(request: FastifyRequest, bytes: number): number | null {
  return countAs(sourceOf(request.ip), request, bytes)
}

/**
 * Counts bytes of a rejected body that are read and discarded. Strangers have a separate count for these, so
 * that devices with expired sessions can't keep their office from signing in.
 */
export function countUnread(request: FastifyRequest, bytes: number): number | null {
  return countAs(`unread from ${sourceOf(request.ip)}`, request, bytes)
}

function countAs(stranger: string, { raw }: FastifyRequest, bytes: number): number | null {
  // Monotonic: a clock that jumps back must not block callers.
  const now = performance.now()
  if (now >= minuteEnds) {
    counted.clear()
    minuteEnds = now + minute
  }
  const account = proven.get(raw)
  const caller = account ?? stranger
  const most = account ? limits.accountBodyBytesPerMinute : limits.strangerBodyBytesPerMinute
  const sum = (counted.get(caller) ?? 0) + bytes
  counted.set(caller, sum)
  return sum <= most ? null : Math.ceil((minuteEnds - now) / 1_000)
}
