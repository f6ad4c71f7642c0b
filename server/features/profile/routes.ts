import { profile } from '#contract/accounts/accounts.ts'
import * as agreed from '#contract/accounts/profile.ts'
import { limits } from '#contract/limits.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { northAmerican } from '#contract/rules/profile-phone.ts'
import { findAccount, lockAccount } from '#server/features/accounts/data.ts'
import { verifyCurrentPassword } from '#server/features/accounts/password/verify-password.ts'
import { findSessionById } from '#server/features/accounts/sessions/data.ts'
import { useCode } from '#server/features/codes/code.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { BytesReply } from '#server/http/bytes-reply.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { readTicket } from '#server/http/ticket.ts'
import { normalPhone } from '#server/phone.ts'
import { makeChange, prepareChange, refuseStale, type Wanted } from './change.ts'
import { findPhoto, putPhoto, removePhoto } from './data.ts'
import { deleteOwnAccount } from './deletion.ts'
import { applyNewEmail, prepareNewEmail } from './email.ts'
import { type PasswordChange, preparePassword, replacePassword } from './password.ts'
import { replacePhone, sendPhoneCode } from './phone.ts'
import { discardFiles, ingestPhoto } from './photo.ts'
import { refusePhoneChange } from './policy.ts'
import { phoneParts, readProfile } from './present.ts'

/**
 * The address of a photo stays the same for half of a ticket's life, and its query changes with the picture.
 */
const kept = `private, max-age=${limits.ticketLife / 2_000}`

export const profileRoutes = [
  serve(profile, async (call) => read(call)),

  servePrepared(
    agreed.changeProfile,
    {
      prepare: (call) => {
        const { attributes, ...given } = call.body.data
        return prepareChange(call, { ...attributes, ...given })
      },
    },
    async (call, wanted) => {
      const refused = wanted.password && (await replacePassword(call, wanted.password))
      return refused ?? changed(call, wanted)
    },
  ),

  servePrepared(
    agreed.validateNewPhone,
    {
      prepare: async (call) => {
        const { db, body, address, now } = call
        const account = await findAccount(db, call.account.id)
        if (!account) return fail('request.notFound')
        const target = normalPhone(body.data.new_phone_number)
        const refused = refusePhoneChange(account) ?? (await refuseStale(call, account))
        const asked = { kind: 'new-phone', target, address, accountId: account.id, isCode: true }
        return refused ?? (await countText(call.context, asked, now)) ?? account
      },
    },
    async (call, account) => ({
      data: { message: t(deliveryNotice('profile.codeSent', call.context.config.sms !== null)) },
      meta: await sendPhoneCode(call, account, call.body.data.new_phone_number),
    }),
  ),

  servePrepared(
    agreed.confirmNewPhone,
    {
      prepare: async (call) => {
        const account = await findAccount(call.db, call.account.id)
        if (!account) return fail('request.notFound')
        const { current_password, token, otp_code } = call.body.data.attributes
        const refused =
          refusePhoneChange(account) ??
          (account.password_hash === null
            ? null
            : await verifyCurrentPassword(call, account, current_password))
        return refused ?? verifyCode(call, { purpose: 'new-phone', token, code: otp_code })
      },
    },
    async (call) => {
      const { db, now } = call
      const account = await lockAccount(db, call.account.id)
      const code = await useCode(db, 'new-phone', call.body.data.attributes.token, now)
      if (!account || code?.account_id !== account.id) return fail('code.wrong')
      await replacePhone(call, account, code.target)
      return read(call)
    },
  ),

  servePrepared(agreed.confirmNewEmail, { prepare: prepareNewEmail }, applyNewEmail),

  servePrepared(agreed.changePassword, { prepare: prepareNewPassword }, newPassword),
  servePrepared(agreed.changePasswordByPost, { prepare: prepareNewPassword }, newPassword),

  serve(agreed.photo, async (call) => {
    const own = await read(call)
    if (own instanceof Failure) return own
    const { id, type, attributes } = own.data
    const { photo, company_name } = attributes
    return { data: { id, type, attributes: { photo, company_name } } }
  }),

  servePrepared(
    agreed.putPhoto,
    {
      prepare: async (call) => (await ingestPhoto(call)) ?? fail('photo.missing'),
      undo: ({ context }, photo) => discardFiles(context, photo),
    },
    async (call, picture) => {
      const account = await lockAccount(call.db, call.account.id)
      if (!account) return fail('request.notFound')
      await putPhoto(call.db, account.id, picture, call.now)
      return read(call)
    },
  ),

  serve(agreed.removePhoto, async (call) => {
    if (call.query.account_id !== call.account.id) return fail('request.notFound')
    const account = await lockAccount(call.db, call.account.id)
    if (!account) return fail('request.notFound')
    await removePhoto(call.db, account.id, call.now)
    return read(call)
  }),

  serve(agreed.photoFile, async ({ db, context, params, now }) => {
    const ticket = readTicket(context.ticketKey, 'portrait', params.ticket, now)
    if (ticket === 'expired') return fail('ticket.expired')
    const session =
      ticket && 'session' in ticket.holder
        ? await findSessionById(db, ticket.holder.session, now, context.config.sessionIdle)
        : null
    const owner = ticket && session?.accountId === ticket.subject && (await findAccount(db, ticket.subject))
    const row = owner && (await findPhoto(db, owner.id, ticket.rendition === 'thumb' ? 'thumb' : 'view'))
    if (!row) return fail('request.notFound')
    return new BytesReply({
      type: row.content_type,
      size: Number(row.size),
      etag: `"${row.sha256}"`,
      download: null,
      cache: kept,
      read: (range) => context.files.read(row.store_key, range),
    })
  }),

  serve(agreed.account, async (call) =>
    call.params.id === call.account.id ? read(call) : fail('request.notFound'),
  ),

  servePrepared(
    agreed.changeAccount,
    {
      prepare: async (call) => {
        if (call.params.id !== call.account.id) return fail('request.notFound')
        const { country_code, phone_number, ...names } = call.body
        const phone = await newPhone(call, country_code, phone_number)
        if (phone instanceof Failure) return phone
        const wanted = await prepareChange(call, { ...names, ...(phone ? { new_phone_number: phone } : {}) })
        if (wanted instanceof Failure) return wanted
        const picture = await ingestPhoto(call)
        return picture instanceof Failure ? picture : { wanted, picture }
      },
      undo: ({ context }, { picture }) => discardFiles(context, picture),
    },
    async (call, { wanted, picture }) => {
      const account = await lockAccount(call.db, call.account.id)
      if (!account) return fail('request.notFound')
      if (picture) await putPhoto(call.db, account.id, picture, call.now)
      return changed(call, wanted)
    },
  ),

  serve(agreed.deleteAccount, async (call) => {
    if (call.params.id !== undefined && call.params.id !== call.account.id) return fail('request.notFound')
    const refused = await deleteOwnAccount(call, call.account)
    return refused ?? { data: { message: t('profile.deleted') } }
  }),
]

type Surveyor = Pick<Call<typeof agreed.photo>, 'db' | 'context' | 'now' | 'account'>

async function read(call: Surveyor) {
  const account = await findAccount(call.db, call.account.id)
  return account ? readProfile(call, account) : fail('request.notFound')
}

async function changed(
  call: Call<typeof agreed.changeProfile> | Call<typeof agreed.changeAccount>,
  wanted: Wanted,
) {
  const pending = await makeChange(call, wanted)
  const own = await read(call)
  if (!pending || own instanceof Failure) return fail('request.notFound')
  return { ...own, meta: { ...own.meta, message: t('profile.updated'), pending } }
}

/** The number that the two fields make; null if it is the current one. */
async function newPhone(
  { db, account: { id } }: Surveyor,
  code: string | undefined,
  number: string | undefined,
) {
  if (code === undefined && number === undefined) return null
  const known = phoneParts((await findAccount(db, id))?.full_phone_number ?? '')
  const parts = {
    countryCode: (code ?? known.countryCode).trim().replace(/^\+/, ''),
    number: (number ?? known.number).trim(),
  }
  if (parts.countryCode === known.countryCode && parts.number === known.number) return null
  return northAmerican(parts) ?? fail('phone.notValid')
}

type PasswordCall = Call<typeof agreed.changePassword> | Call<typeof agreed.changePasswordByPost>

function prepareNewPassword(call: PasswordCall) {
  const { old_password, new_password } = call.body.data.attributes
  return preparePassword(call, call.account.id, { old: old_password, fresh: new_password })
}

async function newPassword(call: PasswordCall, change: PasswordChange) {
  const refused = await replacePassword(call, change)
  return refused ?? { data: { message: t('profile.passwordChanged') } }
}
