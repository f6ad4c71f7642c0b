import { askResetCode } from '#contract/accounts/recovery.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'

export const codeCountdown = 'recovery-code'

/** Where to send a code. */
export type Target = { readonly email: string } | { readonly full_phone_number: string }

/** A sent code that the user hasn't entered yet. The code itself is never stored. */
export interface PendingCode {
  readonly target: Target
  readonly token: string
  readonly codeLength: number
}

/** Requests a code. The reply is the same for unknown addresses. */
export async function requestCode(target: Target): Promise<PendingCode | Failure> {
  const result = await call(askResetCode, { body: { data: { attributes: target } } })
  if (!result.ok) return result
  startCountdown(codeCountdown)
  const { token, code_length } = result.reply.meta
  return { target, token, codeLength: code_length }
}

/** The pending code in the history state, or null. */
export function pendingCodeIn(state: unknown): PendingCode | null {
  if (typeof state !== 'object' || state === null || !('awaited' in state)) return null
  return state.awaited as PendingCode
}
