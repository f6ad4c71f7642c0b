import { type ReactNode, useState } from 'react'
import { browserHistory } from '#web/lib/page/history.ts'
import { HistoryRouter } from '#web/lib/page/router.tsx'

/** Renders the page at this address, with its history. */
export function RouterAt({ address = '/', children }: { address?: string; children: ReactNode }) {
  const [history] = useState(() => {
    window.history.replaceState(null, '', address)
    return browserHistory()
  })
  return <HistoryRouter history={history}>{children}</HistoryRouter>
}
