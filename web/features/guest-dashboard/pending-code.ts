import { sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'

/** A sent code that the user hasn't entered yet. The code itself is never stored. */
export interface PendingCode {
  /** As typed; digits only. */
  readonly phone: string
  readonly token: string
  readonly codeLength: number
  /** Minutes until the code expires. */
  readonly minutes: number
}

export const guestCountdown = 'guest-code'

const key = 'guest-entry'

/** The pending code of this tab. Survives a reload: phones discard pages while the user reads the message. */
export function pendingCode(): PendingCode | null {
  const text = sessionStorage.getItem(key)
  return text ? (JSON.parse(text) as PendingCode) : null
}

export function clearPendingCode(): void {
  sessionStorage.removeItem(key)
}

export async function requestCode(phone: string): Promise<PendingCode | Failure> {
  const result = await call(sendGuestCode, { body: { data: { attributes: { phone_number: phone } } } })
  if (!result.ok) return result
  const { token, code_length, expires_at } = result.reply.meta
  const minutes = Math.max(1, Math.round((Date.parse(expires_at) - Date.now()) / 60_000))
  const asked = { phone, token, codeLength: code_length, minutes }
  sessionStorage.setItem(key, JSON.stringify(asked))
  startCountdown(guestCountdown)
  return asked
}
