import type { Context, Db } from '#server/context.ts'
import { type AccountRow, findAccount, lockAccount } from '#server/features/accounts/data.ts'
import { verifyCurrentPassword } from '#server/features/accounts/password/verify-password.ts'
import { isFresh } from '#server/features/accounts/sessions/data.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { countSendRequest } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { normalPhone } from '#server/phone.ts'
import { type Changes, changeAccount } from './data.ts'
import { requestNewEmail } from './email.ts'
import { type PasswordChange, preparePassword } from './password.ts'
import { sendPhoneCode } from './phone.ts'
import { refuseEmailChange, refusePhoneChange } from './policy.ts'

/** The fields of all profile forms; undefined = not sent. */
export interface ProfileChange {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly company_name?: string | undefined
  readonly new_phone_number?: string | undefined
  readonly new_email?: string | undefined
  readonly current_password?: string | undefined
  readonly new_password?: string | undefined
}

/** The parts that differ from the account. */
export interface Wanted {
  readonly account: AccountRow
  readonly changes: Changes
  readonly phone: string | null
  readonly email: string | null
  readonly password: PasswordChange | null
}

interface Caller extends Origin {
  readonly context: Context
  readonly account: { readonly id: string; readonly sessionId: string }
}

/** Everything that can be refused without a transaction, and everything that counts even when refused. */
export async function prepareChange(caller: Caller, given: ProfileChange): Promise<Wanted | Failure> {
  const account = await findAccount(caller.context.db, caller.account.id)
  if (!account) return fail('request.notFound')
  const phone = differing(normalPhone(given.new_phone_number ?? ''), account.full_phone_number)
  const email = differing(given.new_email, account.email ?? '')
  const refused =
    (phone && refusePhoneChange(account)) ||
    (email && refuseEmailChange(account)) ||
    ((phone || email) && (await refuseStale(caller, account))) ||
    (await refuseUnproven(caller, account, given, email))
  if (refused) return refused
  const password = given.new_password
    ? await preparePassword(caller, account.id, { old: given.current_password, fresh: given.new_password })
    : null
  if (password instanceof Failure) return password
  const { address, context, now } = caller
  const asker = { address, accountId: account.id }
  const tooMany =
    (phone &&
      (await countText(context, { ...asker, kind: 'new-phone', target: phone, isCode: true }, now))) ||
    (email && (await countSendRequest(context.db, { ...asker, kind: 'new-email', target: email }, now)))
  if (tooMany) return tooMany
  return { account, changes: namesOf(given, account), phone, email, password }
}

/** A new number or address will open the account: without a password to check, a recent login is the proof. */
export async function refuseStale(
  { context: { db }, account: { sessionId }, now }: Pick<Caller, 'context' | 'account' | 'now'>,
  account: AccountRow,
): Promise<Failure<'profile.logInAgain'> | null> {
  if (account.password_hash !== null || (await isFresh(db, sessionId, now))) return null
  return fail('profile.logInAgain')
}

/** A new address opens the account, so the change requires the password, if there is one. */
async function refuseUnproven(
  caller: Caller,
  account: AccountRow,
  given: ProfileChange,
  email: string | null,
) {
  if (!email || given.new_password || account.password_hash === null) return null
  return verifyCurrentPassword(caller, account, given.current_password)
}

/** Writes the changes; reports what still has to be proven (`pending`). null if the account is gone by now. */
export async function makeChange(call: Caller & { readonly db: Db }, wanted: Wanted) {
  const account = await lockAccount(call.db, wanted.account.id)
  if (!account) return null
  await changeAccount(call.db, account.id, wanted.changes)
  const changed = Object.keys(wanted.changes)
  if (changed.length > 0) {
    const detail = { fields: changed.join(', ') }
    await recordAudit(call.db, call, { action: 'account.changed', accountId: account.id, detail })
  }
  if (wanted.email) await requestNewEmail(call, account, wanted.email)
  const phone = wanted.phone ? await sendPhoneCode(call, account, wanted.phone) : undefined
  return {
    ...(phone ? { phone } : {}),
    ...(wanted.email ? { email: wanted.email } : {}),
  }
}

function namesOf(given: ProfileChange, account: AccountRow): Changes {
  const names = ['first_name', 'last_name', 'company_name'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]
      return value === undefined || value === account[name] ? [] : [[name, value]]
    }),
  )
}

function differing(given: string | undefined, known: string): string | null {
  return given === undefined || given === '' || given === known ? null : given
}
