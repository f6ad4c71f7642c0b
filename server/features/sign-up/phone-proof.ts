import type { Db } from '#server/context.ts'
import { confirmedCode, useCode } from '#server/features/codes/code.ts'
import { alike } from '#server/features/codes/guard.ts'
import { normalPhone } from '#server/phone.ts'

/** A number that was proven to sign up also logs in, where it turns out to have an account; and the other way round. */
export const phoneProofs = alike('log-in')

interface Claimed {
  readonly token: string
  readonly phone: string
}

/** Whether the token stands for a confirmed code of that number; it is not spent by this. */
export async function isPhoneProven(db: Db, { token, phone }: Claimed, now: Date): Promise<boolean> {
  const code = await confirmedCode(db, phoneProofs, token, now)
  return code !== null && code.target === normalPhone(phone)
}

/** Spends the token, within the transaction of what it opens; of two at once one gets false. */
export async function spendPhoneProof(db: Db, { token, phone }: Claimed, now: Date): Promise<boolean> {
  const code = await useCode(db, phoneProofs, token, now)
  return code !== null && code.target === normalPhone(phone)
}
