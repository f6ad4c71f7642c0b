import type { Db } from '#server/context.ts'
import type { AccountRow } from './data.ts'

/**
 * Whether a phone account's address is only claimed, so that it may belong to another person. Such a mailbox
 * gives no access to the account, and gets none of its messages.
 */
export function onlyClaimsAddress(account: Pick<AccountRow, 'type' | 'email_proven_at'>): boolean {
  return account.type === 'SmsAccount' && account.email_proven_at === null
}

/**
 * Frees a claimed address for the account that has proven it. The phone account keeps everything else and its
 * login.
 */
export async function dropClaimedAddress(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ email: null })
    .where('id', '=', accountId)
    .where('type', '=', 'SmsAccount')
    .where('email_proven_at', 'is', null)
    .execute()
}
