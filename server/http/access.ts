import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Access } from '#contract/endpoint.ts'
import { Capability } from '#contract/wire.ts'
import { type Failure, fail } from './failure.ts'

export interface AccountIdentity {
  readonly id: string
  readonly role: 'admin' | 'surveyor'
  readonly sessionId: string
  readonly restricted: boolean
}

/** What a live share link opens. */
export interface GuestIdentity {
  readonly linkId: string
  readonly surveyId: string
  readonly accountId: string
}

/** How callers are recognised; the slices that know are plugged in by `app.ts`. */
export interface Identify {
  account(tokenHash: Buffer): Promise<AccountIdentity | null>
  guest(linkShareId: string): Promise<GuestIdentity | 'expired' | null>
}

export interface Caller {
  readonly account: AccountIdentity | null
  readonly guest: GuestIdentity | null
}

const nobody: Caller = { account: null, guest: null }

/** SHA-256: tokens are random, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Proves who calls, before anything of the body is read. */
export async function proveCaller(
  access: Access,
  request: FastifyRequest,
  identify: Identify,
): Promise<Caller | Failure> {
  if (access === 'ticket' || access === 'public') return nobody
  if (access === 'guest') return proveGuest(request, identify)
  const account = await accountOf(request, identify)
  if (access === 'anybody') return { account: account?.restricted ? null : account, guest: null }
  if (!account) return fail('session.missing')
  if (account.restricted && access !== 'restricted') return fail('session.restricted')
  if (access === 'admin' && account.role !== 'admin') return fail('access.denied')
  return { account, guest: null }
}

async function accountOf(request: FastifyRequest, identify: Identify): Promise<AccountIdentity | null> {
  const token = request.headers.token
  if (typeof token !== 'string' || token.length < 20 || token.length > 200) return null
  return identify.account(hashToken(token))
}

async function proveGuest(request: FastifyRequest, identify: Identify): Promise<Caller | Failure> {
  const held = (request.query as Record<string, unknown>).guest_survey_id
  const asked = z.safeParse(Capability, held)
  if (!asked.success) return fail('link.notFound')
  const guest = await identify.guest(asked.data)
  if (guest === 'expired') return fail('link.expired')
  return guest ? { account: null, guest } : fail('link.notFound')
}
