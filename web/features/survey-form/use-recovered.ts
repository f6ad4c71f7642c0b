import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/survey-recovered.ts'
import { call } from '#web/lib/call.ts'
import { listen } from '#web/offline/bus.ts'
import { closeRecovered } from '#web/offline/draft-actions.ts'
import { fetchSurvey } from '#web/offline/drafts.ts'
import { isOnlyHere } from '#web/offline/server-copy.ts'
import { useDraft, useSurvey } from './draft-context.ts'

export type Kept = ReplyOf<typeof recoveredAnswers>['data'][number]

export interface RecoveredAnswers {
  /** null = the server was not reached yet. */
  readonly kept: readonly Kept[] | null
  /** null = done; else why not, in words. */
  readonly putBack: (id: string, subSectionId: string) => Promise<string | null>
  readonly dismiss: (id: string) => Promise<string | null>
}

/** Photos of another device come many at a time. */
const pause = 1_000

/**
 * What the server keeps of parts that were deleted; asked for when a part goes, when it kept something of this device's,
 * and when somebody else changed the survey: their answers may have come behind this person's deletion.
 */
export function useRecovered(): RecoveredAnswers {
  const draft = useDraft()
  const [kept, setKept] = useState<readonly Kept[] | null>(null)
  const told = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  const parts = useSurvey((survey) => survey.sections.reduce((sum, one) => sum + one.subSections.length, 0))
  const { account } = draft
  const { id } = draft.survey
  const load = useCallback(async () => {
    // Of a survey that was made here the server has not heard yet.
    if (await isOnlyHere(account, id)) return false
    const result = await call(recoveredAnswers, { params: { id } })
    if (result.ok) setKept(result.reply.data)
    return result.ok
  }, [account, id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of parts may mean another deletion
  useEffect(() => {
    let left = false
    void load().then((loaded) => {
      // The server's list says all of it, to everybody who has the survey.
      if (loaded && !left && told.length > 0) void closeRecovered(draft)
    })
    return () => {
      left = true
    }
  }, [load, draft, told, parts])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = listen(account, (event) => {
      if (event.kind !== 'elsewhere' || event.survey !== id) return
      timer ??= setTimeout(() => {
        timer = undefined
        void load()
      }, pause)
    })
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [account, id, load])
  useEffect(() => {
    // The part is still on the screen: the server's copy knows better.
    if (told.length > 0) void fetchSurvey(account, id)
  }, [told, account, id])

  return {
    kept,
    putBack: async (recovered, subSectionId) => {
      const params = { id, recovered_id: recovered }
      const body = { user_survey_sub_section_id: subSectionId }
      const result = await call(restoreRecovered, { params, body })
      if (!result.ok) return result.message
      await Promise.all([fetchSurvey(account, id), load()])
      return null
    },
    dismiss: async (recovered) => {
      const result = await call(dismissRecovered, { params: { id, recovered_id: recovered } })
      if (!result.ok) return result.message
      await load()
      return null
    },
  }
}
