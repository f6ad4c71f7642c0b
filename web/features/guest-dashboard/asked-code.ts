import { sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'

/** A code that is awaited. The code itself is never kept. */
export interface AskedCode {
  /** As it was typed, digits only. */
  readonly phone: string
  readonly token: string
  readonly codeLength: number
  /** How long the code is good. */
  readonly minutes: number
}

export const guestCountdown = 'guest-code'

const key = 'guest-entry'

/** Of this tab only, and through a reload: phones drop a page while the message is being read. */
export function askedCode(): AskedCode | null {
  const text = sessionStorage.getItem(key)
  return text ? (JSON.parse(text) as AskedCode) : null
}

export function forgetAsked(): void {
  sessionStorage.removeItem(key)
}

export async function askCode(phone: string): Promise<AskedCode | Failure> {
  const result = await call(sendGuestCode, { body: { data: { attributes: { phone_number: phone } } } })
  if (!result.ok) return result
  const { token, code_length, expires_at } = result.reply.meta
  const minutes = Math.max(1, Math.round((Date.parse(expires_at) - Date.now()) / 60_000))
  const asked = { phone, token, codeLength: code_length, minutes }
  sessionStorage.setItem(key, JSON.stringify(asked))
  startCountdown(guestCountdown)
  return asked
}
