import type { Db } from '#server/context.ts'
import type { AccountRow } from './data.ts'

/**
 * An address that an account of a phone has only claimed may be somebody else's; of the others it is who they are. It
 * gives nothing: neither its mailbox the account, nor the account the mailbox's messages.
 */
export function onlyClaimsAddress(account: Pick<AccountRow, 'type' | 'email_proven_at'>): boolean {
  return account.type === 'SmsAccount' && account.email_proven_at === null
}

/** The address is free for whoever has proven it. The account keeps everything else, and is opened as before. */
export async function dropClaimedAddress(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ email: null })
    .where('id', '=', accountId)
    .where('type', '=', 'SmsAccount')
    .where('email_proven_at', 'is', null)
    .execute()
}
