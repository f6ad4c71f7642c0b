import { v7 as newId } from 'uuid'
import type { signUp } from '#contract/accounts/accounts.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { type AccountRow, addAccount, type NewAccount } from '#server/features/accounts/data.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { acceptCurrentTerms } from '#server/features/legal/answers.ts'
import { enterSocial } from '#server/features/social/enter.ts'
import { verifySocial } from '#server/features/social/verify-social.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { sourceOf } from '#server/http/source.ts'
import { normalPhone } from '#server/phone.ts'
import { mailEmailLink } from './confirm-email.ts'
import { isPhoneProven, spendPhoneProof } from './phone-proof.ts'
import { presentNewAccount } from './present.ts'

type SigningUp = Call<typeof signUp>
type SignUpData = SigningUp['body']['data']
type ByEmail = Extract<SignUpData, { type: 'email_account' }>['attributes']
type ByPhone = Extract<SignUpData, { type: 'sms_account' }>['attributes']

/** The slow part: asking the provider, or hashing the password. */
export async function preparePerson(call: SigningUp) {
  const { body, context, db, now } = call
  const given = body.data
  if (given.type === 'social_account') {
    const proven = await verifySocial(context, given.attributes, call)
    return proven instanceof Failure ? proven : { proven }
  }
  const { password } = given.attributes
  if (given.type === 'sms_account') {
    const claimed = { token: proofOf(call, given.attributes), phone: given.attributes.full_phone_number }
    // Checked before the slow hash; used up in the transaction.
    if (!(await isPhoneProven(db, claimed, now))) return fail('code.wrong', { field: 'token' })
  }
  if (isCommonPassword(password)) return fail('password.common')
  return { passwordHash: await hashPassword(password, { source: sourceOf(call.address) }) }
}

type Prepared = Exclude<Awaited<ReturnType<typeof preparePerson>>, Failure>

export async function addPerson(call: SigningUp, prepared: Prepared) {
  const { data } = call.body
  if ('proven' in prepared) {
    const remember = data.type === 'social_account' && (data.attributes.remember_me ?? false)
    const entered = await enterSocial(call, prepared.proven, { create: true, remember })
    if (entered instanceof Failure) return entered
    const { account, reply, created } = entered
    if (created) await acceptCurrentTerms(call.db, account.id, call.now)
    if (created && account.email_proven_at === null) await mailEmailLink(call, account)
    const { attributes, ...shown } = presentNewAccount(account)
    return { data: { ...shown, attributes: { ...attributes, ...reply.data.attributes } }, meta: reply.meta }
  }
  if (data.type === 'social_account') return fail('social.refused')
  const added =
    data.type === 'sms_account'
      ? await addByPhone(call, data.attributes, prepared.passwordHash)
      : await addByEmail(call, data.attributes, prepared.passwordHash)
  if (added instanceof Failure) return added
  await acceptCurrentTerms(call.db, added.id, call.now)
  await mailEmailLink(call, added)
  await recordAudit(call.db, call, {
    action: 'account.created',
    accountId: added.id,
    detail: { by: data.type === 'sms_account' ? 'phone' : 'email' },
  })
  return { data: presentNewAccount(added) }
}

async function addByPhone(
  call: SigningUp,
  given: ByPhone,
  passwordHash: string,
): Promise<AccountRow | Failure<'code.wrong'>> {
  const { db, now } = call
  const claimed = { token: proofOf(call, given), phone: given.full_phone_number }
  if (!(await spendPhoneProof(db, claimed, now))) return fail('code.wrong', { field: 'token' })
  return addAccount(
    db,
    { ...personOf(given), passwordHash, email: given.email ?? null, type: 'SmsAccount', phoneProvenAt: now },
    now,
  )
}

/**
 * The number may already be proven; a token in the body that proves nothing is refused, one in the header may
 * be a session's.
 */
async function addByEmail(
  call: SigningUp,
  given: ByEmail,
  passwordHash: string,
): Promise<AccountRow | Failure<'code.wrong'>> {
  const { db, now } = call
  const phone = given.full_phone_number ?? ''
  const isProven = phone !== '' && (await spendPhoneProof(db, { token: proofOf(call, given), phone }, now))
  if (!isProven && given.token) return fail('code.wrong', { field: 'token' })
  return addAccount(
    db,
    { ...personOf(given), passwordHash, email: given.email, phoneProvenAt: isProven ? now : null },
    now,
  )
}

function personOf(
  given: ByEmail | ByPhone,
): Pick<NewAccount, 'id' | 'passwordIsOwn' | 'firstName' | 'lastName' | 'phone' | 'role'> {
  return {
    id: newId(),
    passwordIsOwn: true,
    firstName: given.first_name,
    lastName: given.last_name,
    phone: normalPhone(given.full_phone_number ?? ''),
    role: 'surveyor',
  }
}

/** The token of the confirmed code: in the body or in the header (spec §3). */
function proofOf({ heldToken }: SigningUp, { token }: { token?: string | undefined }): string {
  return token || heldToken
}
