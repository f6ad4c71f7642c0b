import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/sharing/guest-dashboard.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { sharedWith } from '#server/features/sharing/phone-shares.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { type Leaving, prepareSaving, removeBytes } from './attach.ts'
import { findRecord, lockRecord, removeRecord, writeRecord } from './data.ts'
import { enterAsGuest, proveGuestCode } from './log-in.ts'
import { presentCompanies, presentRecord, presentReports } from './present.ts'
import { countGuestCode, sendCodeToGuest } from './send-code.ts'
import { endGuestSession } from './sessions.ts'

export const guestDashboardRoutes = [
  servePrepared(agreed.sendGuestCode, { prepare: countGuestCode }, sendCodeToGuest),

  servePrepared(agreed.guestLogIn, { prepare: proveGuestCode }, enterAsGuest),

  serve(agreed.guestLogOut, async (call) => {
    const { db, phoneGuest } = call
    await endGuestSession(db, phoneGuest.sessionId)
    const target = { type: 'guest', id: phoneGuest.phone }
    await recordAudit(db, call, { action: 'guest.loggedOut', accountId: null, target })
    return { data: { message: t('guests.loggedOut') } }
  }),

  serve(agreed.guestCompanies, async ({ db, phoneGuest, now }) => ({
    data: presentCompanies(await sharedWith(db, phoneGuest.phone, now)),
  })),

  serve(agreed.guestPortfolio, async ({ db, phoneGuest, now, context }) => ({
    data: presentReports(context.config.publicUrl, await sharedWith(db, phoneGuest.phone, now)),
  })),

  serve(agreed.guestRecord, async ({ db, phoneGuest }) => {
    const row = await findRecord(db, phoneGuest.phone)
    return { data: row && presentRecord(row) }
  }),

  servePrepared(
    agreed.saveGuestRecord,
    {
      prepare: prepareSaving,
      undo: ({ context }, { file }) => removeBytes(context, file?.key ?? null),
      after: ({ context }, { left }) => removeBytes(context, left),
    },
    async ({ db, phoneGuest, body, now }, saving) => {
      const { file } = saving
      const { first_name, last_name, company_name, email, note, remove_attachment } = body
      const before = await lockRecord(db, phoneGuest.phone)
      const row = await writeRecord(
        db,
        {
          phone: phoneGuest.phone,
          firstName: first_name,
          lastName: last_name,
          company: company_name,
          email,
          note,
          file: file ?? (remove_attachment === 'true' ? null : 'kept'),
        },
        now,
      )
      if (before?.file_key !== row.file_key) saving.left = before?.file_key ?? null
      return { data: presentRecord(row) }
    },
  ),

  servePrepared(
    agreed.removeGuestRecord,
    {
      prepare: async (): Promise<Leaving> => ({ left: null }),
      after: ({ context }, { left }) => removeBytes(context, left),
    },
    async ({ db, phoneGuest }, leaving) => {
      leaving.left = await removeRecord(db, phoneGuest.phone)
      return { data: { message: t('guests.deleted') } }
    },
  ),

  serve(agreed.guestAttachment, async ({ db, phoneGuest, context }) => {
    const row = await findRecord(db, phoneGuest.phone)
    const key = row?.file_key
    if (!row || !key) return fail('request.notFound')
    return new BytesReply({
      type: row.file_type,
      size: Number(row.file_size),
      etag: null,
      download: row.file_name,
      cache: 'private, no-store',
      read: (range) => context.files.read(key, range),
    })
  }),
]
