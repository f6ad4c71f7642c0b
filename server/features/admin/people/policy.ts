import { fail } from '#server/http/failure.ts'

export interface AccountAccess {
  readonly role: 'admin' | 'surveyor'
  readonly disabled: boolean
}

interface Asked {
  readonly callerId: string
  readonly targetId: string
  readonly after: AccountAccess
  /** The live administrators at this moment. */
  readonly admins: readonly string[]
}

/**
 * Why a change to an account is refused: only someone who is an administrator at this very moment changes
 * others, the last one stays, and nobody removes their own rights by mistake.
 */
export function whyNotChange({ callerId, targetId, after, admins }: Asked) {
  if (!admins.includes(callerId)) return fail('access.denied')
  const loses = admins.includes(targetId) && (after.role !== 'admin' || after.disabled)
  if (!loses) return null
  if (admins.length === 1) return fail('account.lastAdmin')
  return targetId === callerId ? fail('account.notYourself') : null
}
