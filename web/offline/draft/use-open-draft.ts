import { useCallback, useEffect, useState } from 'react'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { startLater } from '#web/lib/start/later-files.ts'
import { holdSurvey } from '../store/forget-survey.ts'
import { reportStorageFailure } from '../store/storage-failure.ts'
import type { Draft } from './draft.ts'
import { openDraft } from './open-draft.ts'
import { claimPreparedDraft, preparedDraft } from './prepared-draft.ts'

export type OpenState =
  | { readonly state: 'opening' }
  | { readonly state: 'failed'; readonly status: number; readonly message: string }
  | { readonly state: 'ready'; readonly draft: Draft }

/** Opens the survey from the device first, then follows the server's copy and other users' changes. */
export function useOpenDraft(account: string, surveyId: string): { open: OpenState; retry: () => void } {
  const [primed] = useState(() => preparedDraft(account, surveyId))
  const [open, setOpen] = useState<OpenState>(() =>
    primed ? { state: 'ready', draft: primed.draft } : { state: 'opening' },
  )
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round retries
  useEffect(() => {
    let draft: Draft | null = null
    let left = false
    let release = () => {}
    let leave: (() => void) | null = null
    const follow = () => {
      leave = afterFirstScreen(() => followLater(account, surveyId))
    }
    const run = async () => {
      if (primed && claimPreparedDraft(primed)) {
        draft = primed.draft
        release = primed.release
        return follow()
      }
      setOpen({ state: 'opening' })
      release = await holdSurvey(surveyId)
      const opened = await openDraft(account, surveyId)
      if (left && opened.ok) opened.draft.close()
      if (left) return
      if (!opened.ok) {
        setOpen({ state: 'failed', status: opened.status, message: opened.message })
        return
      }
      draft = opened.draft
      setOpen({ state: 'ready', draft })
      follow()
    }
    run()
      .catch((error: unknown) => {
        reportStorageFailure(error)
        if (!left && !draft) setOpen({ state: 'failed', status: 0, message: '' })
      })
      // Unmounted before the hold was granted.
      .finally(() => left && release())
    return () => {
      left = true
      release()
      leave?.()
      draft?.close()
    }
  }, [account, surveyId, round])
  return { open, retry: useCallback(() => setRound((count) => count + 1), []) }
}

/** Imported lazily, because live changes are not needed for the first screen. */
function followLater(account: string, surveyId: string): () => void {
  return startLater(
    () => import('../incoming/follow.ts'),
    ({ followSurvey }) => followSurvey(account, surveyId),
  )
}
