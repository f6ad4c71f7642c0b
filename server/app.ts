import { STATUS_CODES } from 'node:http'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { reportViolation } from '#contract/admin/analytics.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { recordExpiry } from '#server/expire-records.ts'
import { loginGate } from '#server/features/accounts/password/login-gate.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { identifyAccount } from '#server/features/accounts/sessions/identify.ts'
import { adminRoutes } from '#server/features/admin/routes.ts'
import { analyticsRoutes } from '#server/features/analytics/routes.ts'
import { identifyKey } from '#server/features/api-keys/identify.ts'
import { apiKeyRoutes } from '#server/features/api-keys/routes.ts'
import { recordDenied } from '#server/features/audit/denied.ts'
import { bulkUploadRoutes } from '#server/features/bulk-uploads/routes.ts'
import { collectionRoutes } from '#server/features/collections/routes.ts'
import { contactRoutes } from '#server/features/contacts/routes.ts'
import { customFormRoutes } from '#server/features/custom-forms/routes.ts'
import { downloadRoutes } from '#server/features/downloads/routes.ts'
import { isHolderValid } from '#server/features/downloads/verify-ticket.ts'
import { exportQueue } from '#server/features/exports/queue.ts'
import { exportRoutes } from '#server/features/exports/routes.ts'
import { guestDashboardRoutes } from '#server/features/guest-dashboard/routes.ts'
import { identifyPhoneGuest } from '#server/features/guest-dashboard/sessions.ts'
import { guestRoutes } from '#server/features/guests/routes.ts'
import { healthRoutes } from '#server/features/health/routes.ts'
import { legalRoutes } from '#server/features/legal/routes.ts'
import { describeUploads } from '#server/features/media/resumable/describe.ts'
import { mountUploads } from '#server/features/media/resumable/mount.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { memberRoutes } from '#server/features/members/routes.ts'
import { menuRoutes } from '#server/features/menu/routes.ts'
import { messageRoutes } from '#server/features/messages/routes.ts'
import { passkeyRoutes } from '#server/features/passkeys/routes.ts'
import { planRoutes } from '#server/features/plans/routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { recoveryRoutes } from '#server/features/recovery/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { reviewRoutes } from '#server/features/reviews/routes.ts'
import { sampleRoutes } from '#server/features/sample/routes.ts'
import { settingsRoutes } from '#server/features/settings/routes.ts'
import { countLinkGuess, identifyGuest } from '#server/features/sharing/identify.ts'
import { sharingRoutes } from '#server/features/sharing/routes.ts'
import { signUpRoutes } from '#server/features/sign-up/routes.ts'
import { socialRoutes } from '#server/features/social/routes.ts'
import { surveyMoveRoutes } from '#server/features/survey-moves/routes.ts'
import { hasSurvey } from '#server/features/surveys/access.ts'
import { bytesOfSurvey } from '#server/features/surveys/data.ts'
import { liveEvents } from '#server/features/surveys/events/live.ts'
import { surveyRoutes } from '#server/features/surveys/routes.ts'
import { teamRoutes } from '#server/features/teams/routes.ts'
import { templateRoutes } from '#server/features/templates/routes.ts'
import type { Identify } from '#server/http/authenticate.ts'
import { compressAnswers } from '#server/http/compress-answers.ts'
import { connectionsOf } from '#server/http/connections.ts'
import { fail } from '#server/http/failure.ts'
import { acceptForms } from '#server/http/form-body.ts'
import { verifyForwarded } from '#server/http/forwarded.ts'
import { inlineCode } from '#server/http/inline-code.ts'
import { answerMalformedRequest } from '#server/http/malformed-request.ts'
import { describeApi } from '#server/http/openapi.ts'
import { acceptJson, boundedValidator } from '#server/http/parse-input.ts'
import { parseQuery, rejectLongQueries } from '#server/http/query.ts'
import { failureOf } from '#server/http/refusal.ts'
import { applyRequestLanguage, languageOfCall } from '#server/http/request-language.ts'
import { mountRoutes, sendFailure } from '#server/http/router.ts'
import { serveWebApp } from '#server/http/static.ts'
import { endUnreadBodies, rejectBodiesOfUnknownPaths } from '#server/http/unread-body.ts'
import { inLanguage } from '#server/language.ts'

const routes = [
  ...accountRoutes,
  ...adminRoutes,
  ...apiKeyRoutes,
  ...bulkUploadRoutes,
  ...collectionRoutes,
  ...contactRoutes,
  ...customFormRoutes,
  ...analyticsRoutes,
  ...downloadRoutes,
  ...exportRoutes,
  ...guestDashboardRoutes,
  ...guestRoutes,
  ...healthRoutes,
  ...legalRoutes,
  ...mediaRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...menuRoutes,
  ...passkeyRoutes,
  ...planRoutes,
  ...profileRoutes,
  ...recoveryRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...sampleRoutes,
  ...settingsRoutes,
  ...sharingRoutes,
  ...socialRoutes,
  ...signUpRoutes,
  ...surveyMoveRoutes,
  ...surveyRoutes,
  ...teamRoutes,
  ...templateRoutes,
]

/** Builds the whole server without a port; tests and benches call it in-process. */
export async function createApp(context: Context, webFolder: string): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.strangerBodyBytes,
    // A slow phone may upload ten videos in one call. `unread-body.ts` cuts stalled bodies much earlier.
    requestTimeout: 15 * 60_000,
    // Headers must arrive within a minute; the interval keeps that accurate.
    http: { headersTimeout: 60_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 72_000,
    // Trusts only the header of the proxy in front, not the one that the caller sent (`verifyForwarded`).
    trustProxy: context.config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    clientErrorHandler: answerMalformedRequest,
    // Clients send addresses with and without a leading slash.
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: 1_100,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
    },
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run here, so this reply needs their headers.
      reply
        .header('content-security-policy', "default-src 'none'")
        .header('x-content-type-options', 'nosniff')
      return inLanguage(languageOfCall(request), () =>
        sendFailure(reply, failureOf(error) ?? fail('request.malformed')),
      )
    },
  })
  app.setValidatorCompiler(boundedValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => {
    const expected = inLanguage(languageOfCall(request), () => failureOf(error))
    const route = request.routeOptions.url
    if (!expected) context.log.error({ err: error, route }, STATUS_CODES[500])
    else if (expected.status >= 500) context.log.warn({ err: error, route }, STATUS_CODES[expected.status])
    return sendFailure(
      reply,
      expected ?? inLanguage(languageOfCall(request), () => fail('request.unexpected')),
    )
  })
  verifyForwarded(app, context)
  await app.register(
    helmet,
    securityHeaders(context.config.publicUrl.startsWith('https://'), inlineCode(webFolder)),
  )
  // multipart.ts reports oversized files in the product's words, with the file's name.
  await app.register(multipart, { throwFileSizeLimit: false })
  endUnreadBodies(app)
  stopAtOnce(app, context)
  keepFromSearch(app)
  acceptJson(app)
  acceptForms(app)
  applyRequestLanguage(app)
  await compressAnswers(app)
  rejectLongQueries(app)
  rejectBodiesOfUnknownPaths(app)
  await describeApi(app, context.config.publicUrl, describeUploads())
  const identify: Identify = {
    expireRecords: () => recordExpiry(context).expireDue(),
    account: (hash) => identifyAccount(context, hash, context.clock()),
    key: (secret) => identifyKey(context, secret, context.clock()),
    phoneGuest: (hash) => identifyPhoneGuest(context.db, hash, context.clock()),
    guest: (id, token) => identifyGuest(context.db, id, token, context.clock()),
    linkGuess: (address) => countLinkGuess(context.db, address, context.clock()),
    lasts: (holder) => isHolderValid(context, holder),
    hasSurvey: (account, surveyId) => hasSurvey(context.db, account, surveyId),
    passwordTurn: (place) => loginGate(context).enter(place),
    bytesOf: (surveyId) => bytesOfSurvey(context.db, surveyId),
    denied: (call) => recordDenied(context, call),
  }
  mountRoutes(app, routes, context, identify)
  mountUploads(app, context, identify)
  await serveWebApp(app, webFolder)
  return app
}

/**
 * Ends live streams, the current export and idle connections when the server stops. Streams never end by themselves, and idle
 * connections stay open for about a minute.
 */
function stopAtOnce(app: FastifyInstance, context: Context): void {
  let stopping = false
  const connections = connectionsOf(app)
  app.addHook('preClose', async () => {
    stopping = true
    connections.endIdle()
    await Promise.all([liveEvents(context).end(), exportQueue(context).stop()])
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
}

/** Keeps API replies and shared reports out of search engines. */
function keepFromSearch(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (/^\/+(api|survey-report)\b/i.test(url)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
  })
}

function securityHeaders(overTls: boolean, own: ReturnType<typeof inlineCode>) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Barcodes need WebAssembly where the browser has no reader; the page draws its first picture itself.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...own.scripts],
        styleSrc: ["'self'", ...own.styles],
        // web/lib/start/trusted-types.ts
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default', 'dompurify'],
        reportUri: [`/api${reportViolation.path}`],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    strictTransportSecurity: overTls,
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
  }
}
