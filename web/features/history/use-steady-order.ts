import { useEffect, useMemo, useState } from 'react'
import { whenQuiet } from '#web/lib/page/when-quiet.ts'
import type { MergedList } from '#web/offline/list/merge-list.ts'
import type { HistoryPage } from './history-page.ts'
import { inHeldOrder } from './steady-order.ts'

/** How long nobody may have touched the screen before rows move, in milliseconds. */
const quiet = 5_000

interface Held {
  readonly question: string
  readonly ids: readonly string[]
}

interface Known {
  readonly device: (Pick<MergedList, 'surveys' | 'deleted'> & { readonly stale: boolean }) | null
  /** The page, sort and filters that were asked for. A new question shows its own order at once. */
  readonly question: string
}

/**
 * The page with its rows where they are on the screen: values change in place, and rows move only once nobody is about
 * to tap one. A list that was read before this screen opened sets no order, so an edit that was just made comes first.
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
