import { useEffect, useMemo, useState } from 'react'
import { whenQuiet } from '#web/lib/page/when-quiet.ts'
import type { MergedList } from '#web/offline/list/merge-list.ts'
import type { HistoryPage } from './history-page.ts'
import { inHeldOrder } from './steady-order.ts'

/** Milliseconds without input before rows move. */
const quiet = 5_000

interface Held {
  readonly question: string
  readonly ids: readonly string[]
}

interface Known {
  readonly device: (Pick<MergedList, 'surveys' | 'deleted'> & { readonly stale: boolean }) | null
  /** The requested page, sort and filters. A new question shows its own order immediately. */
  readonly question: string
}

/**
 * Returns the page with its rows in the order on the screen. Values change in place; rows move only after a time
 * without input, so never under a finger. A stale list sets no order, so the latest edit comes first.
 */
export function useSteadyOrder(page: HistoryPage | null, { device, question }: Known): HistoryPage | null {
  const [held, setHeld] = useState<Held | null>(null)
  const isCurrent = page !== null && !device?.stale
  if (isCurrent && held?.question !== question) setHeld({ question, ids: idsOf(page) })
  const ids = held?.question === question ? held.ids : null
  const shown = useMemo(() => {
    if (!page || !ids || !isCurrent) return page
    const byId = new Map(device?.surveys.map((survey) => [survey.id, survey]))
    return { ...page, surveys: inHeldOrder(ids, page.surveys, (id) => byId.get(id)) }
  }, [page, ids, isCurrent, device])
  const wanted = page && isCurrent ? idsOf(page).join(' ') : ''
  const isBehind = shown !== null && isCurrent && idsOf(shown).join(' ') !== wanted
  useEffect(() => {
    if (!isBehind) return
    return whenQuiet(quiet, () => setHeld({ question, ids: wanted === '' ? [] : wanted.split(' ') }))
  }, [isBehind, wanted, question])
  return shown
}

function idsOf({ surveys }: HistoryPage): readonly string[] {
  return surveys.map(({ id }) => id)
}
