import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countsLoadsHeader } from '#contract/counts-loads.ts'
import { bodyLimitOf, type Endpoint } from '#contract/endpoint.ts'
import { historyHeader, seenHeader, wentBackHeader } from '#contract/history.ts'
import type { Context } from '#server/context.ts'
import { normalPhone } from '#server/phone.ts'
import {
  anonymousCaller,
  authenticateCaller,
  type Caller,
  deviceOf,
  type Identify,
  shareOf,
  userAgentOf,
} from './authenticate.ts'
import { challenge } from './bearer.ts'
import { markAuthenticated } from './body-bytes.ts'
import { BytesReply, sendBytes } from './bytes-reply.ts'
import {
  executeCall,
  type Outcome,
  operationOf,
  type StoredReply,
  surveyInReply,
  writes,
} from './execute-call.ts'
import { Failure, fail } from './failure.ts'
import { countKeyCall } from './key-rate.ts'
import { logWrite, recordOutcome } from './log-write.ts'
import { dropFiles, type Received, receiveParts } from './multipart.ts'
import { parseBounded } from './parse-input.ts'
import { countCall, uncountCall } from './rate-limit.ts'
import { reserveMemory } from './reserve-memory.ts'
import { schemaOf } from './route-schema.ts'
import { sendLargeReply } from './send-large-reply.ts'
import type { Route } from './serve.ts'
import { sourceOf } from './source.ts'
import { type Holder, holderOf } from './ticket.ts'

interface Mounted {
  readonly route: Route
  readonly context: Context
  readonly identify: Identify
}

/** Mounts every endpoint of the slices below `/api`, including its aliases. */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  context: Context,
  identify: Identify,
): void {
  for (const route of routes) {
    const { endpoint } = route
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      app.route({
        method: endpoint.method,
        url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        schema: schemaOf(endpoint, path),
        config: {
          form: endpoint.form ?? false,
          reports: endpoint.reports ?? false,
          uploads: endpoint.upload ? endpoint.body : undefined,
        },
        bodyLimit: bodyLimitOf(endpoint),
        onRequest: (request, reply) => admit({ route, context, identify }, request, reply),
        preValidation: endpoint.hashesPassword
          ? (request, reply) => admitToHash({ route, context, identify }, request, reply)
          : [],
        handler: (request, reply) => respond({ route, context, identify }, request, reply),
      })
    }
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * How long authentication is valid while a body arrives, in milliseconds: the same time that a reader may not
 * notice an ended session.
 */
const proofValidFor = 1_000
const provenAt = new WeakMap<FastifyRequest, Date>()

async function admit(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const { route, context, identify } = mounted
  if (writes(route.endpoint))
    logWrite(route.endpoint, context, {
      request,
      reply,
      caller: () => callers.get(request) ?? anonymousCaller,
    })
  // Liveness must not depend on the database.
  if (!route.endpoint.name.startsWith('health.')) await identify.expireRecords()
  if (context.config.analytics) reply.header(countsLoadsHeader, '1')
  if (!route.endpoint.hashesPassword) return proveAndCount(mounted, request, reply)
}

/** Runs after the body was read, or a few slow senders could hold all slots of strangers. */
async function admitToHash(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const turn = await mounted.identify.passwordTurn({ address: request.ip, device: deviceOf(request) })
  if (turn instanceof Failure) return sendFailure(reply, turn)
  finished(reply.raw, turn)
  return proveAndCount(mounted, request, reply)
}

async function proveAndCount(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const caller = await authenticateCaller(route.endpoint, request, identify)
  if (caller instanceof Failure) return sendFailure(challenge(reply, caller, route.endpoint), caller)
  callers.set(request, caller)
  provenAt.set(request, context.clock())
  const proven = caller.account ? shareOf(caller.account) : caller.phoneGuest?.sessionId
  if (proven) markAuthenticated(request.raw, proven)
  if (caller.account?.key) {
    const refused = await countKeyCall(context, reply, caller.account.sessionId)
    if (refused) return sendFailure(reply, refused)
  }
  if (caller.account && !knowsPast(context, request)) {
    reply.header(wentBackHeader, '1')
    if (isQueued(route.endpoint))
      return sendFailure(withHistoryPoint(context, reply), fail('server.wentBack'))
  }
  for (const rate of route.endpoint.rates ?? []) {
    const who = rate.by === 'address' ? sourceOf(request.ip) : countedAs(caller)
    if (rate.by === 'email' || rate.counts || who === undefined) continue
    const refused = await countCall(context.db, route.endpoint.name, rate, who, context.clock())
    if (refused) return sendFailure(reply, refused)
  }
}

/** A key has its own count, so that a program does not use up its owner's. */
function countedAs({ account }: Caller): string | undefined {
  return account?.key ? `key/${account.sessionId}` : account?.id
}

/**
 * Whether the server's history contains the point that the device last saw. Older apps and other clients do not
 * send one.
 */
function knowsPast({ history }: Context, { headers }: FastifyRequest): boolean {
  const seen = headers[seenHeader]
  return seen === undefined || history.holds(String(seen))
}

/** Whether devices queue the call, based on the state they last saw. */
function isQueued({ method, offline }: Endpoint): boolean {
  return method !== 'GET' && offline === 'queue'
}

/** Call after the commit, so that the point includes the write. */
function withHistoryPoint({ history }: Context, reply: FastifyReply): FastifyReply {
  return reply.header(historyHeader, history.point())
}

/**
 * Fastify holds this frame until the reply is sent, so it must not reference any intermediate result, or a slow
 * reader would keep it in memory.
 */
async function respond(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  await answerCall(mounted, request, reply)
  return reply
}

async function answerCall(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { route, context } = mounted
  const received = route.endpoint.upload ? await receiveUpload(route.endpoint, request, context) : null
  if (received instanceof Failure) {
    sendFailure(reply, received)
    return
  }
  const caller = callers.get(request) ?? anonymousCaller
  const reservation = await reserveMemory(mounted, request, reply, caller)
  if (reservation === 'gone') {
    reply.hijack()
    return
  }
  if (reservation instanceof Failure) {
    sendFailure(reply, reservation)
    return
  }
  try {
    const ended = await reauthenticate(mounted, request)
    if (ended) challenge(reply, ended, route.endpoint)
    const outcome = ended ?? (await outcomeOf(mounted, request, received))
    if (caller.account) withHistoryPoint(context, reply)
    await sendOutcome(mounted, request, reply, outcome)
  } finally {
    reservation?.free()
    if (received) await dropFiles(context.files, received.files)
  }
}

/**
 * Authenticates again after a slow body, which may take 15 minutes: a caller who lost the session or the right
 * meanwhile must not succeed.
 */
async function reauthenticate(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
): Promise<Failure | null> {
  const since = context.clock().getTime() - (provenAt.get(request)?.getTime() ?? 0)
  if (Math.abs(since) < proofValidFor) return null
  const caller = await authenticateCaller(route.endpoint, request, identify)
  if (caller instanceof Failure) return caller
  callers.set(request, caller)
  return null
}

async function outcomeOf(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
  received: Received | null,
): Promise<Outcome> {
  const caller = callers.get(request) ?? anonymousCaller
  const body = received ? received.fields : bodyOf(route.endpoint, request)
  const operation = await operationOf(route.endpoint, request, caller, body, received)
  if (operation instanceof Failure) return operation
  const call = {
    ...caller,
    params: request.params,
    // Fields outside the contract were not validated.
    query: route.endpoint.query ? request.query : {},
    body,
    files: received?.files ?? [],
    context,
    now: context.clock(),
    address: request.ip,
    heldToken: heldToken(request),
    userAgent: userAgentOf(request),
    device: deviceOf(request),
    authorization: request.headers.authorization ?? '',
    lastEventId: String(request.headers['last-event-id'] ?? ''),
  }
  const outcome = await countedBySource(route.endpoint, request, context, () =>
    countedByEmail(route.endpoint, request, context, () => executeCall(route, call, context, operation)),
  )
  return (await mayStillSee({ route, identify }, caller, call, outcome)) ? outcome : fail('survey.notFound')
}

/** Replays a stored reply only if the caller may still see it. */
async function mayStillSee(
  { route, identify }: Pick<Mounted, 'route' | 'identify'>,
  { account }: Caller,
  call: Readonly<Record<string, unknown>>,
  outcome: Outcome,
): Promise<boolean> {
  if (!account || !('again' in outcome) || outcome.status >= 400) return true
  const survey = surveyInReply(route.endpoint, call, outcome.reply)
  return survey === null || identify.hasSurvey(account, survey)
}

/** For callers without a session: the header may hold a one-time code instead. */
function heldToken({ headers }: FastifyRequest): string {
  return typeof headers.token === 'string' ? headers.token.slice(0, 200) : ''
}

/** Ignores a body that the endpoint does not declare, since it was not validated. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  return endpoint.body ? request.body : undefined
}

/** Validates multipart text fields, since the body is read only now. */
async function receiveUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Context,
): Promise<Received | Failure> {
  if (!request.isMultipart()) return jsonInstead(endpoint, request)
  const received = await receiveParts(request, context.files, endpoint.upload)
  if (endpoint.upload === 'sheet' && 'files' in received && received.files.length === 0)
    return fail('form.noFile')
  if (received instanceof Failure || !endpoint.body) return received
  const parsed = parseBounded(endpoint.body, received.fields)
  if ('data' in parsed) return { files: received.files, fields: parsed.data as Record<string, unknown> }
  await dropFiles(context.files, received.files)
  return parsed.failure
}

/** Accepts JSON in place of a form, for endpoints where a file is optional. */
function jsonInstead(endpoint: Endpoint, request: FastifyRequest): Received | Failure {
  if (endpoint.upload !== 'sheet' || !endpoint.body) return fail('request.malformed')
  const parsed = parseBounded(endpoint.body, request.body)
  return 'data' in parsed ? { files: [], fields: parsed.data as Record<string, unknown> } : parsed.failure
}

/** Successful calls do not count: an office, or a carrier's network, shares one address. */
async function countedBySource(
  endpoint: Endpoint,
  request: FastifyRequest,
  { db, clock }: Context,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const rate = endpoint.rates?.find(({ counts }) => counts !== undefined)
  if (!rate) return work()
  const who = sourceOf(request.ip)
  const count = () => countCall(db, endpoint.name, rate, who, clock())
  if (rate.counts === 'refusals') {
    const outcome = await work()
    return outcome instanceof Failure ? ((await count()) ?? outcome) : outcome
  }
  const refused = await count()
  if (refused) return refused
  let isWrong = false
  try {
    const outcome = await work()
    isWrong = outcome instanceof Failure
    return outcome
  } finally {
    if (!isWrong) await uncountCall(db, endpoint.name, rate, who)
  }
}

/** Counts by named account and source address, so that an attacker elsewhere can't lock out the owner. */
async function countedByEmail(
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Context,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const rate = endpoint.rates?.find((one) => one.by === 'email')
  if (!rate) return work()
  const body = request.body as { data?: { attributes?: Record<string, unknown> } }
  const { email, full_phone_number } = body.data?.attributes ?? {}
  // Social logins name no account, and an office must not share one count for them.
  if (!email && !full_phone_number) return work()
  // All spellings of a phone number share one count.
  const named = email ?? normalPhone(String(full_phone_number))
  const who = `${named}/${sourceOf(request.ip)}`
  const refused = await countCall(context.db, endpoint.name, rate, who, context.clock())
  if (refused) return refused
  let refusedAsWrong = false
  try {
    const outcome = await work()
    refusedAsWrong = outcome instanceof Failure
    return outcome
  } finally {
    // A server failure does not count, so that a busy server blocks no caller.
    if (!refusedAsWrong) await uncountCall(context.db, endpoint.name, rate, who)
  }
}

async function sendOutcome(
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<void> {
  if (outcome instanceof Failure) {
    sendFailure(reply, outcome)
    return
  }
  if (!(outcome instanceof BytesReply)) reply.code(outcome.status)
  recordOutcome(reply, 'again' in outcome ? 'again' : 'done')
  if (outcome instanceof BytesReply) await sendBytes(request, reply, outcome.bytes)
  else await sendReply(mounted, request, reply, outcome)
}

async function sendReply(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: StoredReply,
): Promise<void> {
  const { reply: schema, whole, large } = route.endpoint
  // A replay for a purged survey is an error reply.
  if ((whole || large) && schema && outcome.status < 400 && request.method !== 'HEAD') {
    const holder = readerHolder(callers.get(request) ?? anonymousCaller)
    const isAuthorized = holder ? () => identify.lasts(holder) : undefined
    await sendLargeReply(context.files, reply, { ...outcome, schema, isAuthorized })
  } else reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.reply)
}

function readerHolder({ guest, account }: Caller): Holder | null {
  if (guest) return { link: guest.holderId }
  return account && holderOf(account)
}

export function sendFailure(reply: FastifyReply, failure: Failure) {
  if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
  reply.code(failure.status).header('cache-control', 'no-store')
  recordOutcome(reply, failure.code)
  return reply.send({ errors: failure.errors })
}
