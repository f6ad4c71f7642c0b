import { useRef, useState } from 'react'
import { searchUsers } from '#contract/admin/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'

type Accounts = ReplyOf<typeof searchUsers>['accounts']
export type Found = Exclude<Accounts, string>['data'][number]

export interface Alert {
  readonly title: string
  readonly text: string
}

/** State of the account search: results, or an alert. */
export function useUserSearch() {
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [alert, setAlert] = useState<Alert | null>(null)
  const [busy, setBusy] = useState(false)
  const asked = useRef(0)

  /** Searches by the names that are not empty; does nothing if both are. */
  async function search(first: string, last: string): Promise<void> {
    const query = {
      ...(first.trim() ? { first_name: first.trim() } : {}),
      ...(last.trim() ? { last_name: last.trim() } : {}),
    }
    if (Object.keys(query).length === 0) return
    const number = ++asked.current
    setBusy(true)
    const result = await call(searchUsers, { query })
    // Ignore a reply to an earlier search.
    if (number !== asked.current) return
    setBusy(false)
    if (!result.ok) return setAlert({ title: t('admin.searchError'), text: result.message })
    const { accounts } = result.reply
    setFound(typeof accounts === 'string' ? [] : accounts.data)
    if (typeof accounts === 'string') setAlert({ title: t('admin.searchTitle'), text: accounts })
  }

  return { found, busy, alert, search, dismiss: () => setAlert(null) }
}
