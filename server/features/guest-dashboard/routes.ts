import { open } from 'node:fs/promises'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { plainName } from '#contract/rules/file.ts'
import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { guestLogIn, sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import * as agreed from '#contract/sharing/guest-dashboard.ts'
import type { Context } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { issueCode, useCode } from '#server/features/codes/code.ts'
import { groupOf } from '#server/features/codes/guard.ts'
import { hasEnough } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { sharedWith } from '#server/features/sharing/phone-shares.ts'
import { readKind } from '#server/files/kind.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { type AttachedFile, findRecord, lockRecord, removeRecord, writeRecord } from './data.ts'
import { presentCompanies, presentRecord, presentReports } from './present.ts'
import { endGuestSession, openGuestSession } from './sessions.ts'

/** PDF readers look for the end marker within this many bytes of the file's end. */
const pdfTail = 1_024

const kind = groupOf('guest')

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

type LoggingIn = Call<typeof guestLogIn>

/** Outside the transaction, so that a wrong try counts although the call is refused. */
async function proveGuestCode(call: LoggingIn) {
  const { otp_code, pin } = fieldsOf(call.body)
  const code = (otp_code ?? pin ?? '').trim()
  if (code === '') return fail('code.wrong', { message: 'entry.codeMissing' })
  return verifyCode(call, { purpose: 'guest', token: tokenOf(call), code })
}

/** Uses up the code within the transaction of the session that it opens: of two at once one gets in. */
async function enterAsGuest(call: LoggingIn) {
  const { db, now } = call
  const spent = await useCode(db, 'guest', tokenOf(call), now)
  if (!spent) return fail('code.wrong')
  const { id, token, expiresAt } = await openGuestSession(call, spent.target)
  await recordAudit(db, call, {
    action: 'guest.loggedIn',
    accountId: null,
    target: { type: 'guest', id: spent.target },
  })
  const attributes = { phone_number: spent.target, expires_at: expiresAt.toISOString() }
  return { data: { id, type: 'guest_session', attributes }, meta: { token } }
}

function tokenOf({ body, heldToken }: LoggingIn): string {
  return fieldsOf(body).token ?? heldToken
}

type Sending = Call<typeof sendGuestCode>

async function countGuestCode({ context, body, address, now }: Sending) {
  const { phone_number, full_phone_number } = fieldsOf(body)
  const target = phone_number ?? full_phone_number
  if (target === undefined) return fail('guest.phoneMissing')
  const refused = await countText(context, { kind, target, address, isCode: true }, now)
  return refused ?? { target, hasEnough: await hasEnough(context.db, kind, target, now) }
}

/**
 * Every number gets a code: nothing here checks whether anything was shared with it, so nothing can reveal it.
 */
async function sendCodeToGuest(
  { context, db, now }: Sending,
  { target, hasEnough }: { readonly target: string; readonly hasEnough: boolean },
) {
  const asked = { purpose: 'guest', target, accountId: null, hasEnough } as const
  const { token, code, digits, expiresAt } = await issueCode(context, db, asked, now)
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))
  if (code !== null) {
    const body = t('entry.codeSms', { code, minutes })
    await queueMessage(db, { channel: 'sms', kind: 'entry.code', recipient: target, body, expiresAt }, now)
  }
  return {
    data: { message: t(deliveryNotice('entry.codeSent', context.config.sms !== null)) },
    meta: { token, code_length: digits, expires_at: expiresAt.toISOString() },
  }
}

/**
 * Checks a guest's file by its content and stores it unchanged: only that guest gets it back, and only for
 * saving. null if the form has none; browsers then send a part without name and content.
 */
async function ingestAttachment({
  context,
  files,
}: {
  readonly context: Context
  readonly files: readonly ReceivedFile[]
}): Promise<AttachedFile | Failure<'guestFile.wrongType' | 'guestFile.tooMany'> | null> {
  const [file, ...others] = files.filter(({ filename, bytes }) => filename !== '' || bytes.size > 0)
  if (!file) return null
  if (others.length > 0) return fail('guestFile.tooMany')
  const type = await typeOf(context, file.bytes.path)
  if (type === null) return fail('guestFile.wrongType')
  const { key, size } = await context.files.commit(file.bytes)
  return { key, name: plainName(file.filename), type, size }
}

/** Cleanup after the commit: the store key of a replaced or removed file. */
interface Leaving {
  left: string | null
}

async function prepareSaving(call: Parameters<typeof ingestAttachment>[0]) {
  const file = await ingestAttachment(call)
  return file instanceof Failure ? file : { file, left: null as Leaving['left'] }
}

/** Removes bytes that no row refers to. If that fails now, it only costs disk space. */
async function removeBytes({ files, log }: Context, key: string | null): Promise<void> {
  if (key !== null)
    await files
      .remove(key)
      .catch((error: unknown) => log.warn({ err: error }, "A guest's file is left behind"))
}

async function typeOf({ tools }: Context, path: string): Promise<string | null> {
  if (await isPdf(path)) return 'application/pdf'
  const kind = await readKind(path)
  if (kind?.kind !== 'photo') return null
  // The first bytes are only a claim; decoding proves it.
  const made = await tools.makeRenditions(path, kind.type as PhotoType, 'portrait')
  return made.ok ? kind.type : null
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await file.read(Buffer.alloc(5), 0, 5, 0)
    if (head.buffer.toString('latin1') !== '%PDF-') return false
    const from = Math.max(0, size - pdfTail)
    const tail = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return tail.buffer.includes('%%EOF')
  } finally {
    await file.close()
  }
}
