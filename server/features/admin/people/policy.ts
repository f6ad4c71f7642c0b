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
 * Returns why a change to an account is rejected: the caller must be an administrator now, the last one
 * stays, and callers cannot remove their own rights.
 */
export function whyNotChange({ callerId, targetId, after, admins }: Asked) {
  if (!admins.includes(callerId)) return fail('access.denied')
  const loses = admins.includes(targetId) && (after.role !== 'admin' || after.disabled)
  if (!loses) return null
  if (admins.length === 1) return fail('account.lastAdmin')
  return targetId === callerId ? fail('account.notYourself') : null
}
