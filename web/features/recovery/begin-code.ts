import { askResetCode } from '#contract/accounts/recovery.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'

export const codeCountdown = 'recovery-code'

/** Where a code is to go. */
export type Target = { readonly email: string } | { readonly full_phone_number: string }

/** A code that is awaited. The code itself is kept nowhere. */
export interface Awaited {
  readonly target: Target
  readonly token: string
  readonly codeLength: number
}

/** Has a code sent; the answer is the same whether or not anybody gets it. */
export async function beginCode(target: Target): Promise<Awaited | Failure> {
  const result = await call(askResetCode, { body: { data: { attributes: target } } })
  if (!result.ok) return result
  startCountdown(codeCountdown)
  const { token, code_length } = result.reply.meta
  return { target, token, codeLength: code_length }
}

/** What an entry of the history carries; null where it carries something else. */
export function awaitedIn(state: unknown): Awaited | null {
  if (typeof state !== 'object' || state === null || !('awaited' in state)) return null
  return state.awaited as Awaited
}
