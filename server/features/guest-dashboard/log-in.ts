import { fieldsOf } from '#contract/rules/at-either-place.ts'
import type { guestLogIn } from '#contract/sharing/guest-dashboard.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { useCode } from '#server/features/codes/code.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { openGuestSession } from './sessions.ts'

type LoggingIn = Call<typeof guestLogIn>

/** Outside the transaction, so that a wrong try counts although the call is refused. */
export async function proveGuestCode(call: LoggingIn) {
  const { otp_code, pin } = fieldsOf(call.body)
  const code = (otp_code ?? pin ?? '').trim()
  if (code === '') return fail('code.wrong', { message: 'entry.codeMissing' })
  return verifyCode(call, { purpose: 'guest', token: tokenOf(call), code })
}

/** Uses up the code within the transaction of the session that it opens: of two at once one gets in. */
export async function enterAsGuest(call: LoggingIn) {
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
