import { logIn } from '#contract/accounts/accounts.ts'
import { type CallResult, call } from '#web/lib/http/call.ts'
import type { PhoneEntry } from '#web/lib/phone/phone-entry.ts'

/** Logs in with the token of a confirmed code. */
export function logInByCode({ fullPhone, token, remember }: PhoneEntry): Promise<CallResult<typeof logIn>> {
  const attributes = { full_phone_number: fullPhone, token, remember_me: remember }
  return call(logIn, { body: { data: { type: 'sms_account', attributes } } })
}
