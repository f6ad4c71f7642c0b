import { useEffect, useState, useSyncExternalStore } from 'react'
import { type WhenAsked, whenAsked } from '#web/lib/http/when-asked.ts'
import { t } from '#web/lib/language/translate.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { closeRecovered } from '#web/offline/draft/draft-actions.ts'
import { isOnlyHere } from '#web/offline/incoming/server-copy.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { noted } from '#web/offline/store/journal.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import type { Kept } from './recovered-calls.ts'

export interface RecoveredAnswers {
  /** null = the server was not reached yet. */
  readonly kept: readonly Kept[] | null
  /** null = done; else why not, in words. */
  readonly putBack: (
    id: string,
    subSectionId: string,
    seenRevision: number | undefined,
  ) => Promise<string | null>
  readonly dismiss: (id: string) => Promise<string | null>
}

/** Between two readings: photos of another device come many at a time. */
const pause = 1_000

/**
 * What the server keeps of parts that were deleted; asked for when a part goes, when it kept something of this device's,
 * and when somebody else changed the survey: their answers may have come behind this person's deletion.
 */
export function useRecovered(): RecoveredAnswers {
  const draft = useDraft()
  const recovered = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  const parts = useSurvey((survey) => survey.sections.reduce((sum, one) => sum + one.subSections.length, 0))
  const { account } = draft
  const { id } = draft.survey
  const { kept, reading } = useList(account, id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of parts may mean another deletion
  useEffect(() => {
    let left = false
    void reading?.ask().then(() => {
      // The server's list says all of it, to everybody who has the survey.
      if (!left && !reading.behind() && recovered.length > 0) void closeRecovered(draft)
    })
    return () => {
      left = true
    }
  }, [reading, draft, recovered, parts])
  useEffect(() => {
    // The part is still on the screen: the server's copy knows better.
    if (recovered.length > 0) {
      calls()
        .then(({ readSurvey }) => readSurvey(account, id))
        .catch(noted('recovered'))
    }
  }, [recovered, account, id])

  return {
    kept,
    putBack: async (recovered, subSectionId, seenRevision) => {
      // The calls cannot be loaded without network, which the next line says.
      const server = await calls().catch(() => null)
      if (!server) return t('common.network')
      const problem = await server.putBack(id, recovered, subSectionId, seenRevision)
      if (problem !== null) {
        // Another answer may stand by now: both are shown as they are.
        void reading?.ask()
        return problem
      }
      await Promise.all([server.readSurvey(account, id), reading?.ask()])
      return null
    },
    dismiss: async (recovered) => {
      // The calls cannot be loaded without network, which the next line says.
      const server = await calls().catch(() => null)
      if (!server) return t('common.network')
      const problem = await server.dismiss(id, recovered)
      if (problem !== null) return problem
      await reading?.ask()
      return null
    },
  }
}

/** Loaded when the form is there: what the server says to them is not waited for. */
function calls() {
  return import('./recovered-calls.ts')
}

/** The server's list, read when it is asked for and when somebody else changed the survey. */
function useList(account: string, id: string) {
  const [kept, setKept] = useState<readonly Kept[] | null>(null)
  const [reading, setReading] = useState<WhenAsked | null>(null)
  useEffect(() => {
    const list = whenAsked(async () => {
      // Of a survey that was made here the server has not heard yet.
      if (await isOnlyHere(account, id)) return true
      const { readKept } = await calls()
      const read = await readKept(id)
      if (read.kept) setKept(read.kept)
      return read.isFinal
    }, pause)
    const now = () => void (list.behind() && list.ask())
    const forget = subscribe(account, (event) => {
      if (event.kind === 'elsewhere' && event.survey === id) void list.ask()
    })
    window.addEventListener('online', now)
    const keep = afterFirstScreen(() => setReading(list))
    return () => {
      keep()
      list.end()
      forget()
      window.removeEventListener('online', now)
    }
  }, [account, id])
  return { kept, reading }
}
