import { guestLogIn, sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import type { ApiClient } from './api.ts'
import { newNumber } from './codes.ts'
import { sentCode } from './outbox.ts'
import type { TestApp } from './test-app.ts'

/** Returns an unused number, also as a guest types it. */
export function newGuestNumber(): { readonly full: string; readonly typed: string } {
  const full = newNumber()
  return { full, typed: full.slice(2) }
}

let places = 0
/** Sets another caller's address, since limits count by address. For apps that trust the proxy. */
function fromElsewhere() {
  const at = ++places
  return { headers: { 'x-forwarded-for': `10.77.${at >> 8}.${at & 255}` } }
}

export async function askGuestCode(here: TestApp, phone_number: string) {
  const body = { data: { attributes: { phone_number } } }
  const sent = await here.api.call(sendGuestCode, { body }, fromElsewhere())
  if (sent.status !== 200) throw new Error(`No code: ${JSON.stringify(sent.body)}`)
  return { token: sent.body.meta.token, code: await sentCode(here, `+1${phone_number}`) }
}

/** Logs in by a code and returns a client of this guest. */
export async function enterAsGuest(here: TestApp, phone_number: string): Promise<ApiClient> {
  const { token, code: otp_code } = await askGuestCode(here, phone_number)
  const body = { data: { attributes: { otp_code, token } } }
  const entered = await here.api.call(guestLogIn, { body }, fromElsewhere())
  if (entered.status !== 200) throw new Error(`No session: ${JSON.stringify(entered.body)}`)
  return here.api.withToken(entered.body.meta.token)
}
