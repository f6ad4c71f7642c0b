import { useEffect, useState } from 'react'
import { missingInSurvey, type Place } from '#survey/mandatory.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { type UncheckedSection, uncheckedIn } from '#survey/unchecked.ts'
import { type Violation, violationsIn } from '#survey/violations.ts'
import { type Finished, finishSurvey, followFinish } from '#web/offline/draft/draft-actions.ts'
import { useDraft } from '../draft-context.ts'
import { unreadIn } from '../field-frame/unread-in.ts'

/** How long a person looks at a turning wheel before being told where the work is. */
const patience = 8_000

export interface Finish {
  /** The status that is being sent. */
  readonly busy: SurveyStatus | null
  /** What Submit found, while its dialog is open; null = nothing. Only unchecked copies can be submitted. */
  readonly findings: {
    readonly missing: readonly Place[]
    readonly broken: readonly Violation[]
    readonly unchecked: readonly UncheckedSection[]
  } | null
  /** Whether it is being asked if a submitted survey is to be opened again. */
  readonly reopening: boolean
  readonly result: { readonly status: SurveyStatus; readonly finished: Finished } | null
  readonly save: () => Promise<void>
  readonly submit: () => Promise<void>
  /** Answers to the questions of the two. */
  readonly reopen: () => Promise<void>
  readonly submitAnyway: () => Promise<void>
  readonly close: () => void
}

export function useFinish(onRefused: () => void): Finish {
  const draft = useDraft()
  const [busy, setBusy] = useState<SurveyStatus | null>(null)
  const [findings, setFindings] = useState<Finish['findings']>(null)
  const [reopening, setReopening] = useState(false)
  const [result, setResult] = useState<Finish['result']>(null)

  // What it says stays true while it is open.
  useEffect(() => {
    if (result?.finished.kind !== 'on-device') return
    const { status, finished } = result
    return followFinish(draft, finished.entry, (outcome) => setResult({ status, finished: outcome }))
  }, [draft, result])

  async function send(status: SurveyStatus): Promise<void> {
    setFindings(null)
    setReopening(false)
    setBusy(status)
    const finished = await finishSurvey(draft, status, patience)
    setBusy(null)
    setResult({ status, finished })
  }

  return {
    busy,
    findings,
    result,
    reopening,
    save: async () => (draft.survey.status === 'Completed' ? setReopening(true) : send('Started')),
    reopen: () => send('Started'),
    submitAnyway: () => send('Completed'),
    submit: async () => {
      const missing = missingInSurvey(draft.survey)
      const broken = [...violationsIn(draft.survey), ...unreadIn(draft)]
      const unchecked = uncheckedIn(draft.survey)
      if (missing.length + broken.length > 0) onRefused()
      else if (unchecked.length === 0) return send('Completed')
      setFindings({ missing, broken, unchecked })
    },
    close: () => {
      setFindings(null)
      setReopening(false)
      setResult(null)
    },
  }
}
