import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { openSample } from '#contract/surveys/sample.ts'
import type { Context } from '#server/context.ts'
import { findFirstAdmin } from '#server/features/accounts/first-admin.ts'
import { addSession, endSession } from '#server/features/accounts/sessions/data.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { clearSampleDue, isSampleDue } from './sample-due.ts'

/**
 * The first admin gets the sample automatically, once. It exists whole or not at all; a start that ends early
 * leaves it to the next one. A failure is logged and costs nothing but the sample.
 */
export async function makeDueSample(app: FastifyInstance, context: Context): Promise<void> {
  if (!(await isSampleDue(context.config))) return
  const accountId = await findFirstAdmin(context.db)
  if (accountId === null) return
  try {
    if (context.config.sample) await openAs(app, context, accountId)
    await clearSampleDue(context.config)
  } catch (error) {
    context.log.error({ err: error }, 'The sample survey could not be made')
  }
}

async function openAs(app: FastifyInstance, context: Context, accountId: string): Promise<void> {
  const id = newId()
  const token = context.random(32).toString('base64url')
  const now = context.clock()
  const expiresAt = new Date(now.getTime() + 600_000)
  const session = { id, accountId, tokenHash: hashToken(token), restricted: false, userAgent: '', expiresAt }
  await addSession(context.db, session, now)
  try {
    const response = await app.inject({
      method: openSample.method,
      url: `/api${openSample.path}`,
      headers: { token },
      payload: {},
    })
    if (response.statusCode >= 400)
      throw new Error(`It answered ${response.statusCode}: ${response.body.slice(0, 500)}`)
  } finally {
    await endSession(context.db, accountId, id)
  }
}
