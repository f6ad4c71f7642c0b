import { sendCode } from '#contract/accounts/entry.ts'
import { call, type Failure } from '../http/call.ts'
import { startCountdown } from './countdown.ts'
import type { Phone } from './phone.ts'

/** A sign-up or login by phone in progress. The code itself is never stored. */
export interface PhoneEntry {
  readonly purpose: 'sign-up' | 'log-in'
  readonly phone: Phone
  /** As sent: '+' and digits. */
  readonly fullPhone: string
  readonly token: string
  readonly codeLength: number
  /** Minutes until the code expires. */
  readonly minutes: number
  readonly remember: boolean
  /** The code was verified; the token now represents the number. */
  readonly confirmed?: { readonly hasAccount: boolean }
}

export const codeCountdown = 'entry-code'

const key = 'phone-entry'

/**
 * Returns the entry of this tab. It survives a reload, because phones unload a page while the user reads the
 * message.
 */
export function phoneEntry(): PhoneEntry | null {
  const text = sessionStorage.getItem(key)
  return text ? (JSON.parse(text) as PhoneEntry) : null
}

export function keepPhoneEntry(entry: PhoneEntry): void {
  sessionStorage.setItem(key, JSON.stringify(entry))
}

export function forgetPhoneEntry(): void {
  sessionStorage.removeItem(key)
}

/** Requests a code and stores the entry. */
export async function beginPhoneEntry(
  wanted: Pick<PhoneEntry, 'purpose' | 'phone' | 'fullPhone' | 'remember'>,
): Promise<PhoneEntry | Failure> {
  const result = await call(sendCode, {
    body: { data: { attributes: { full_phone_number: wanted.fullPhone, purpose: wanted.purpose } } },
  })
  if (!result.ok) return result
  const { token, code_length, expires_at } = result.reply.meta
  const minutes = Math.max(1, Math.round((Date.parse(expires_at) - Date.now()) / 60_000))
  const { purpose, phone, fullPhone, remember } = wanted
  const entry = { purpose, phone, fullPhone, remember, token, codeLength: code_length, minutes }
  keepPhoneEntry(entry)
  startCountdown(codeCountdown)
  return entry
}
