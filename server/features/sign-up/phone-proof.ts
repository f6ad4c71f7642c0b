import type { Db } from '#server/context.ts'
import { confirmedCode, useCode } from '#server/features/codes/code.ts'
import { interchangeablePurposes } from '#server/features/codes/guard.ts'
import { normalPhone } from '#server/phone.ts'

/**
 * A number proven for signing up also logs in, if it turns out to have an account; and the other way around.
 */
export const phoneProofs = interchangeablePurposes('log-in')

interface Claimed {
  readonly token: string
  readonly phone: string
}

/** Whether the token belongs to a confirmed code of that number; this does not use it up. */
export async function isPhoneProven(db: Db, { token, phone }: Claimed, now: Date): Promise<boolean> {
  const code = await confirmedCode(db, phoneProofs, token, now)
  return code !== null && code.target === normalPhone(phone)
}

/** Uses up the token, within the transaction of what it opens; of two at once one gets false. */
export async function spendPhoneProof(db: Db, { token, phone }: Claimed, now: Date): Promise<boolean> {
  const code = await useCode(db, phoneProofs, token, now)
  return code !== null && code.target === normalPhone(phone)
}
