import { v7 as newId } from 'uuid'
import * as agreed from '#contract/accounts/unsent-work.ts'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { findUndeletedAccount } from '#server/features/accounts/data.ts'
import { addSession, endSession } from '#server/features/accounts/sessions/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { lockSides, transferSurveys } from '#server/features/teams/hand-over.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { makeCode, spendCode, tryCode } from './code.ts'
import { readStates } from './data.ts'

export const collectionRoutes = [
  serve(agreed.makeCollectionCode, async (call) => {
    const { db, context, account: admin, params, now } = call
    const account = await findUndeletedAccount(db, { id: params.id })
    if (!account) return fail('request.notFound')
    if (!account.disabled_at) return fail('collection.notDisabled')
    const { code, expiresAt } = await makeCode(
      context,
      db,
      { accountId: account.id, createdBy: admin.id },
      now,
    )
    await record(call, 'account.collectionCode', { by: admin.id, of: account.id })
    return { data: { code, expires_at: expiresAt.toISOString() } }
  }),

  serve(agreed.unsentWorkState, async ({ db, body }) => ({ data: await readStates(db, body.account_ids) })),

  servePrepared(
    agreed.collectUnsentWork,
    {
      prepare: async (call) => {
        const { context, body, now } = call
        const tried = await tryCode(
          context,
          { accountId: body.account_id, code: body.code, caller: call },
          now,
        )
        if (tried === 'right') return null
        if (tried === 'wrong')
          await record({ ...call, db: context.db }, 'account.collectionRefused', {
            by: null,
            of: body.account_id,
          })
        return fail('collection.codeWrong')
      },
    },
    async (call) => {
      const { db, context, body, now, userAgent } = call
      const [account] = await lockSides(db, [body.account_id])
      const spent = await spendCode(context, db, body.account_id, body.code)
      // Enabled or deleted since the code was made: there is nothing to open.
      if (!account?.disabled || !spent) return fail('collection.codeWrong')
      const token = context.random(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + limits.collectionSession)
      const session = {
        id: newId(),
        accountId: account.id,
        tokenHash: hashToken(token),
        userAgent,
        expiresAt,
      }
      await addSession(db, { ...session, restricted: true, collects: true }, now)
      await record(call, 'account.collectionBegun', { by: account.id, of: account.id })
      return { meta: { token, expires_at: expiresAt.toISOString() } }
    },
  ),

  serve(agreed.finishCollection, async (call) => {
    const { db, account, body } = call
    if (!account.collects) return fail('access.denied')
    await handOn(call)
    await endSession(db, account.id, account.sessionId)
    await record(call, 'account.collectionEnded', { by: account.id, of: account.id, detail: { ...body } })
    return { data: { message: t('collections.finished') } }
  }),
]

/** Surveys that arrived only with the unsent work go where the account's other surveys went. */
async function handOn(call: Call<typeof agreed.finishCollection>): Promise<void> {
  const { db, account } = call
  const row = await db.selectFrom('account').select('heir_id').where('id', '=', account.id).executeTakeFirst()
  if (!row?.heir_id) return
  const sides = await lockSides(db, [account.id, row.heir_id])
  const [from, to] = [account.id, row.heir_id].map((id) => sides.find((side) => side.id === id))
  // If the heir has left too, an administrator hands the surveys over again.
  if (from?.disabled && to && !to.disabled) await transferSurveys(db, from, to, call)
}

type Recording = Parameters<typeof recordAudit>[1] & { readonly db: Parameters<typeof recordAudit>[0] }

interface What {
  readonly by: string | null
  readonly of: string
  readonly detail?: Record<string, number>
}

async function record(call: Recording, action: AuditAction, { by, of, detail }: What): Promise<void> {
  const target = { type: 'account', id: of }
  await recordAudit(call.db, call, { action, accountId: by, target, ...(detail && { detail }) })
}
