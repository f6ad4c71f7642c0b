import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { db, onDevice } from '#web/offline/database.ts'
import type { PlanFile } from '#web/offline/plan-files.ts'

export type PlanPicture =
  | { readonly state: 'loading' | 'missing' }
  | { readonly state: 'here'; readonly url: string }

export function usePlanFile(planId: string): PlanFile | undefined {
  const draft = useDraft()
  return useSyncExternalStore(draft.subscribe, () => draft.planFiles.get(planId))
}

/** The plan's own picture: the device's, else the server's. `onBroken` says that the one given cannot be shown. */
export function usePlanPicture(planId: string): { picture: PlanPicture; onBroken: () => void } {
  const { account } = useDraft()
  const address = usePlanFile(planId)?.item?.url ?? null
  const [broken, setBroken] = useState(false)
  const [own, setOwn] = useState<string | null>(null)
  const [read, setRead] = useState(false)
  useEffect(() => {
    let made: string | null = null
    let left = false
    const run = async () => {
      const row = await onDevice(() => db.planPictures.get([account, planId]))
      if (left) return
      made = row ? URL.createObjectURL(new Blob([row.bytes], { type: row.type })) : null
      setOwn(made)
    }
    run()
      .catch(() => undefined)
      .finally(() => !left && setRead(true))
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [account, planId])
  const url = own !== null && !broken ? own : address
  const [dead, setDead] = useState<string | null>(null)
  const onBroken = () => {
    if (url === own) setBroken(true)
    else setDead(url)
  }
  if (!read) return { picture: { state: 'loading' }, onBroken }
  return { picture: url === null || url === dead ? { state: 'missing' } : { state: 'here', url }, onBroken }
}
