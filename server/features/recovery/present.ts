import { t } from '#contract/messages/translate.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'

interface Meta {
  readonly token: string
  readonly role: 'admin' | 'surveyor'
  readonly expires_at: string
}

/** The account that now has its own password, and the session if one began. */
export function presentReset(account: AccountRow, session?: Meta) {
  return {
    data: {
      id: account.id,
      type: 'account',
      attributes: {
        first_name: account.first_name,
        last_name: account.last_name,
        email: account.email ?? '',
        is_one_time_password_expired: true,
      },
    },
    meta: { message: t('recovery.changed'), ...session },
  }
}
