import { useEffect, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { whenQuiet } from '#web/lib/page/when-quiet.ts'
import type { DeviceSurvey, MergedList } from '#web/offline/list/merge-list.ts'
import type { HistoryPage } from './history-page.ts'

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

/**
 * Returns the rows of `wanted` without moving the rows on the screen, whose ids are in `held`. Held rows get their
 * newest values; `find` returns those that left this page or filter. Deleted rows are omitted. New rows come last,
 * so that they don't push held rows down.
 */
export function inHeldOrder(
  held: readonly string[],
  wanted: readonly DeviceSurvey[],
  find: (id: string) => DeviceSurvey | undefined,
): readonly DeviceSurvey[] {
  const now = new Map(wanted.map((survey) => [survey.id, survey]))
  const ids = new Set(held)
  const kept = held.flatMap((id) => now.get(id) ?? find(id) ?? [])
  const last = wanted.findLastIndex(({ id }) => ids.has(id))
  const below = wanted.slice(last + 1)
  return [...kept, ...below.slice(0, Math.max(0, limits.listPageSize - kept.length))]
}
