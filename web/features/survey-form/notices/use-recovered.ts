import { useEffect, useState, useSyncExternalStore } from 'react'
import { type SerialReads, serialReads } from '#web/lib/http/serial-reads.ts'
import { t } from '#web/lib/language/translate.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { closeRecovered } from '#web/offline/draft/draft-actions.ts'
import { isOnlyHere } from '#web/offline/incoming/server-copy.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import type { RecoveredAnswer } from './recovered-calls.ts'

export interface RecoveredAnswers {
  /** null until the server has replied. */
  readonly answers: readonly RecoveredAnswer[] | null
  /** Returns null on success, otherwise an error message. */
  readonly restore: (
    id: string,
    subSectionId: string,
    seenRevision: number | undefined,
  ) => Promise<string | null>
  readonly dismiss: (id: string) => Promise<string | null>
}

/** Milliseconds between two reads: another device's photos arrive in bursts. */
const readInterval = 1_000

/**
 * The server's answers to deleted sub-sections. Read again when a sub-section is deleted, when the server recovered
 * an answer of this device, and when another user changed the survey: their answers may belong to a sub-section
 * deleted here.
 */
export function useRecovered(): RecoveredAnswers {
  const draft = useDraft()
  const recovered = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  const parts = useSurvey((survey) => survey.sections.reduce((sum, one) => sum + one.subSections.length, 0))
  const { account } = draft
  const { id } = draft.survey
  const { answers, reading } = useList(account, id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different number of parts may mean a deletion
  useEffect(() => {
    let left = false
    void reading?.ask().then(() => {
      // The server's list includes this device's recovered answers.
      if (!left && !reading.behind() && recovered.length > 0) void closeRecovered(draft)
    })
    return () => {
      left = true
    }
  }, [reading, draft, recovered, parts])
  useEffect(() => {
    // This device still shows the deleted sub-section; reload the survey.
    if (recovered.length > 0) {
      calls()
        .then(({ reloadSurvey }) => reloadSurvey(account, id))
        .catch(logError('recovered answers'))
    }
  }, [recovered, account, id])

  return {
    answers,
    restore: async (recovered, subSectionId, seenRevision) => {
      // A failed import means no network; the next line reports that.
      const server = await calls().catch(() => null)
      if (!server) return t('common.network')
      const problem = await server.restoreAnswer(id, recovered, subSectionId, seenRevision)
      if (problem !== null) {
        // The answer may have changed: reload both values.
        void reading?.ask()
        return problem
      }
      await Promise.all([server.reloadSurvey(account, id), reading?.ask()])
      return null
    },
    dismiss: async (recovered) => {
      // A failed import means no network; the next line reports that.
      const server = await calls().catch(() => null)
      if (!server) return t('common.network')
      const problem = await server.dismissAnswer(id, recovered)
      if (problem !== null) return problem
      await reading?.ask()
      return null
    },
  }
}

/** Loaded after the form, which does not wait for the server's reply. */
function calls() {
  return import('./recovered-calls.ts')
}

/** The server's list, read on request and when another user changes the survey. */
function useList(account: string, id: string) {
  const [answers, setAnswers] = useState<readonly RecoveredAnswer[] | null>(null)
  const [reading, setReading] = useState<SerialReads | null>(null)
  useEffect(() => {
    const list = serialReads(async () => {
      // The server does not have a survey that was created here and not sent yet.
      if (await isOnlyHere(account, id)) return true
      const { readRecovered } = await calls()
      const read = await readRecovered(id)
      if (read.answers) setAnswers(read.answers)
      return read.isFinal
    }, readInterval)
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
  return { answers, reading }
}
