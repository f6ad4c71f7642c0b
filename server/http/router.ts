import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { countsLoadsHeader } from '#contract/counts-loads.ts'
import { bodyLimitOf, type Endpoint } from '#contract/endpoint.ts'
import { historyHeader, seenHeader, wentBackHeader } from '#contract/history.ts'
import type { Context } from '#server/context.ts'
import { normalPhone } from '#server/phone.ts'
import { type Caller, deviceOf, type Identify, nobody, proveCaller, userAgentOf } from './access.ts'
import { noteProven } from './body-bytes.ts'
import { parseBounded } from './bounded-parse.ts'
import { BytesReply, sendBytes } from './bytes.ts'
import { executeCall, type Operation, type Outcome, writes } from './execute-call.ts'
import { Failure, fail } from './failure.ts'
import { hashCall, type StoredReply, slowHash, surveyToldBy } from './idempotency.ts'
import { dropFiles, type Received, receiveParts } from './multipart.ts'
import { noteOutcome, noteWrite } from './note-write.ts'
import { countCall, uncountCall } from './rate-limit.ts'
import { schemaOf } from './route-schema.ts'
import { sendWhole } from './send-whole.ts'
import type { Route } from './serve.ts'
import { sourceOf } from './source.ts'
import { type Holder, holderOf } from './ticket.ts'
import { visitFor } from './visit.ts'

const OperationKey = z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/))

interface Mounted {
  readonly route: Route
  readonly context: Context
  readonly identify: Identify
}

/** Puts every endpoint of the slices below `/api`, its other addresses included. */
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

/** How long a proof holds while a body comes, in milliseconds: as long as an ended session goes unnoticed by a reader. */
const proofHolds = 1_000
const provenAt = new WeakMap<FastifyRequest, Date>()

async function admit(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const { route, context, identify } = mounted
  if (writes(route.endpoint))
    noteWrite(route.endpoint, context, { request, reply, caller: () => callers.get(request) ?? nobody })
  // Whether the process lives is told without its database.
  if (!route.endpoint.name.startsWith('health.')) await identify.timePasses()
  if (context.config.analytics) reply.header(countsLoadsHeader, '1')
  if (!route.endpoint.hashesPassword) return proveAndCount(mounted, request, reply)
}

/** Runs after the body was read: a few slow senders would otherwise hold every place of strangers. */
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
  const caller = await proveCaller(route.endpoint, request, identify)
  if (caller instanceof Failure) return sendFailure(reply, caller)
  callers.set(request, caller)
  provenAt.set(request, context.clock())
  const proven = caller.account?.id ?? caller.phoneGuest?.sessionId
  if (proven) noteProven(request.raw, proven)
  if (caller.account && !knowsPast(context, request)) {
    reply.header(wentBackHeader, '1')
    if (isQueued(route.endpoint))
      return sendFailure(withHistoryPoint(context, reply), fail('server.wentBack'))
  }
  for (const rate of route.endpoint.rates ?? []) {
    const who = rate.by === 'address' ? sourceOf(request.ip) : caller.account?.id
    if (rate.by === 'email' || rate.counts || who === undefined) continue
    const refused = await countCall(context.db, route.endpoint.name, rate, who, context.clock())
    if (refused) return sendFailure(reply, refused)
  }
}

/** An earlier app, or another client, says nothing of it. */
function knowsPast({ history }: Context, { headers }: FastifyRequest): boolean {
  const seen = headers[seenHeader]
  return seen === undefined || history.holds(String(seen))
}

/** What a device puts together from what it last knew of the server. */
function isQueued({ method, offline }: Endpoint): boolean {
  return method !== 'GET' && offline === 'queue'
}

/** After the commit, so that what was written is in the past of it. */
function withHistoryPoint({ history }: Context, reply: FastifyReply): FastifyReply {
  return reply.header(historyHeader, history.point())
}

/**
 * Whoever awaits a reply waits until it is sent: nothing that was worked out for it may be in sight here, or a slow reader
 * would keep it in memory.
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
  const caller = callers.get(request) ?? nobody
  const visit = await visitFor(mounted, request, reply, caller)
  if (visit === 'gone') {
    reply.hijack()
    return
  }
  if (visit instanceof Failure) {
    sendFailure(reply, visit)
    return
  }
  try {
    const outcome = (await proveAgain(mounted, request)) ?? (await outcomeOf(mounted, request, received))
    if (caller.account) withHistoryPoint(context, reply)
    await sendOutcome(mounted, request, reply, outcome)
  } finally {
    visit?.free()
    if (received) await dropFiles(context.files, received.files)
  }
}

/**
 * A body may be held back for a quarter of an hour: who has lost the session or the right meanwhile does nothing by what
 * was begun before.
 */
async function proveAgain(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
): Promise<Failure | null> {
  const since = context.clock().getTime() - (provenAt.get(request)?.getTime() ?? 0)
  if (Math.abs(since) < proofHolds) return null
  const caller = await proveCaller(route.endpoint, request, identify)
  if (caller instanceof Failure) return caller
  callers.set(request, caller)
  return null
}

async function outcomeOf(
  { route, context, identify }: Mounted,
  request: FastifyRequest,
  received: Received | null,
): Promise<Outcome> {
  const caller = callers.get(request) ?? nobody
  const body = received ? received.fields : bodyOf(route.endpoint, request)
  const operation = await operationOf(route.endpoint, request, caller, body, received)
  if (operation instanceof Failure) return operation
  const call = {
    ...caller,
    params: request.params,
    // What the contract does not name was not checked either.
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
  return (await isStillTheirs({ route, identify }, caller, call, outcome)) ? outcome : fail('survey.notFound')
}

/** What was answered once is told again only to who would be told it now. */
async function isStillTheirs(
  { route, identify }: Pick<Mounted, 'route' | 'identify'>,
  { account }: Caller,
  call: Readonly<Record<string, unknown>>,
  outcome: Outcome,
): Promise<boolean> {
  if (!account || !('again' in outcome) || outcome.status >= 400) return true
  const survey = surveyToldBy(route.endpoint, call, outcome.reply)
  return survey === null || identify.hasSurvey(account.id, survey)
}

/** Of a caller without a session: the header may name a one-time code in place of one. */
function heldToken({ headers }: FastifyRequest): string {
  return typeof headers.token === 'string' ? headers.token.slice(0, 200) : ''
}

/** A body that nobody asked for is not looked at: it was not checked and may be anything. */
function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  return endpoint.body ? request.body : undefined
}

/** Multipart text fields are checked here: the body is read only now. */
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

/** Where a file is one way among others to say the same. */
function jsonInstead(endpoint: Endpoint, request: FastifyRequest): Received | Failure {
  if (endpoint.upload !== 'sheet' || !endpoint.body) return fail('request.malformed')
  const parsed = parseBounded(endpoint.body, request.body)
  return 'data' in parsed ? { files: [], fields: parsed.data as Record<string, unknown> } : parsed.failure
}

async function operationOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  body: unknown,
  received: Received | null,
): Promise<Operation | Failure | null> {
  const key = request.headers['idempotency-key']
  if (key === undefined || !writes(endpoint) || !isReplayable(endpoint, body)) return null
  if (!z.safeParse(OperationKey, key).success) return fail('request.malformed')
  const hashes = received?.files.map((file) => file.bytes.sha256) ?? []
  const hash = hashCall(request.method, request.url, body, hashes)
  return {
    scope: caller.account?.id ?? 'public',
    holder: caller.account && holderOf(caller.account),
    key: String(key).toLowerCase(),
    hash: endpoint.secret ? await slowHash(hash, String(key)) : hash,
  }
}

function isReplayable({ replayable = () => true }: Endpoint, body: unknown): boolean {
  return replayable !== false && replayable(body)
}

/** What succeeds uses up nothing: an office, or a carrier's network, has one address. */
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

/** Counted by who is named and from where, so that an attacker elsewhere does not lock the owner out. */
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
  // Nobody is named by a sign-in elsewhere: an office full of people must not share one count.
  if (!email && !full_phone_number) return work()
  // However a number is spelled, it is one number.
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
    // Nor does one that could not be looked at: who comes when all is busy is not locked out by it.
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
  noteOutcome(reply, 'again' in outcome ? 'again' : 'done')
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
  // Of a survey that is gone for good a repeated call is answered with a refusal.
  if ((whole || large) && schema && outcome.status < 400 && request.method !== 'HEAD') {
    const holder = readerHolder(callers.get(request) ?? nobody)
    const standing = holder ? () => identify.lasts(holder) : undefined
    await sendWhole(context.files, reply, { ...outcome, schema, standing })
  } else reply.code(outcome.status).header('cache-control', 'no-store').send(outcome.reply)
}

function readerHolder({ guest, account }: Caller): Holder | null {
  if (guest) return { link: guest.holderId }
  return account && holderOf(account)
}

export function sendFailure(reply: FastifyReply, failure: Failure) {
  if (failure.retryAfter !== null) reply.header('retry-after', failure.retryAfter)
  reply.code(failure.status).header('cache-control', 'no-store')
  noteOutcome(reply, failure.code)
  return reply.send({ errors: failure.errors })
}
