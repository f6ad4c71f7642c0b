import type { logIn } from '#contract/accounts/accounts.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import {
  type AccountRow,
  findAccountByEmail,
  findAccountByPhone,
  holdsPassword,
  holdsPhone,
} from '#server/features/accounts/data.ts'
import { admitGuess } from '#server/features/accounts/password/guess-limit.ts'
import { passwordFits, rejectIfBusy } from '#server/features/accounts/password/hash.ts'
import { hashRequesterOf, recordLogin } from '#server/features/accounts/password/login-place.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { enterSocial } from '#server/features/social/enter.ts'
import { verifySocial } from '#server/features/social/verify-social.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { normalPhone } from '#server/phone.ts'
import { isPhoneProven, spendPhoneProof } from './phone-proof.ts'

type LoggingIn = Call<typeof logIn>

/** Finds the account by any login name. Neither the reply nor its timing reveals which part was wrong. */
export async function proveLogin(call: LoggingIn) {
  const { body, context, db, now } = call
  const { data } = body
  if (data.type === 'social_account') {
    const social = await verifySocial(context, data.attributes, call)
    return social instanceof Failure ? social : { social }
  }
  if (data.type === 'sms_account') {
    const phone = normalPhone(data.attributes.full_phone_number)
    const account = await findAccountByPhone(db, phone)
    const { password, token } = data.attributes
    if (password !== undefined)
      return provePassword(call, { account, name: phone }, password, { by: 'phone', phone })
    const code = { token: token ?? '', phone }
    // Checked in either case: how long the answer takes must not reveal whether the number has an account.
    const isProven = await isPhoneProven(db, code, now)
    if (account && isProven) return { account, code }
    return refuse(call, account, { by: 'code', phone })
  }
  const { email, password } = data.attributes
  const account = await findAccountByEmail(db, email)
  // Text that is not an address may be a password in the wrong field, and is not kept.
  const who = emailPattern.test(email) ? { email } : {}
  return provePassword(call, { account, name: email }, password, { by: 'email', ...who })
}

type Detail = Readonly<Record<string, string>>

interface Named {
  readonly account: AccountRow | null
  /** In normal form. */
  readonly name: string
}

async function provePassword(call: LoggingIn, { account, name }: Named, password: string, detail: Detail) {
  const asker = await hashRequesterOf(call.db, account?.id ?? null, call)
  rejectIfBusy(asker)
  const admitted = await admitGuess(call, { of: account?.id ?? name, account })
  if (admitted instanceof Failure) return admitted
  const fits = await passwordFits(account?.password_hash ?? null, password, asker).catch(async (busy) => {
    await admitted.uncount()
    throw busy
  })
  if (account && fits && !isOver(account, call.now)) {
    await admitted.uncount()
    return { account, code: null }
  }
  return refuse(call, account, detail)
}

/** An expired one-time password does not log in. */
function isOver({ password_is_own, one_time_password_ends_at }: AccountRow, now: Date): boolean {
  return !password_is_own && one_time_password_ends_at !== null && one_time_password_ends_at <= now
}

/** On the pool, since a refusal rolls back the transaction. */
async function refuse(call: LoggingIn, account: AccountRow | null, detail: Detail) {
  await recordAudit(call.context.db, call, {
    action: 'login.failed',
    accountId: account?.id ?? null,
    detail,
  })
  return fail('login.wrong')
}

type Proven = Exclude<Awaited<ReturnType<typeof proveLogin>>, Failure>

export async function enter(call: LoggingIn, proven: Proven) {
  const { remember_me: remember = false } = call.body.data.attributes
  if ('social' in proven) {
    const entered = await enterSocial(call, proven.social, { create: false, remember })
    return entered instanceof Failure ? entered : entered.reply
  }
  const { account, code } = proven
  const { db, now } = call
  // Meanwhile the password may have been replaced and all sessions ended, or the number may have gone to
  // someone else.
  const stands = code
    ? (await spendPhoneProof(db, code, now)) && (await holdsPhone(db, account))
    : await holdsPassword(db, account)
  const by = call.body.data.type === 'sms_account' ? (code ? 'code' : 'phone') : 'email'
  if (!stands) return refuse(call, account, { by })
  await recordLogin(db, call, account.id, { by })
  return openSession(call, account, remember)
}
