import { useEffect, useState } from 'react'
import { missingInSurvey, type Place } from '#survey/mandatory.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { type UncheckedSection, uncheckedIn } from '#survey/unchecked-copies.ts'
import { type Violation, violationsIn } from '#survey/violations.ts'
import { type Finished, finishSurvey, followFinish } from '#web/offline/draft/draft-actions.ts'
import { useDraft } from '../draft-context.ts'
import { unreadableNumbers } from '../field-frame/unreadable-numbers.ts'

/** Milliseconds to wait for the server before reporting that the survey is on this device. */
const replyTimeout = 8_000

export interface Finish {
  /** The status being sent. */
  readonly busy: SurveyStatus | null
  /** The findings of Submit while its dialog is open, else null. Only unchecked copies allow submitting. */
  readonly findings: {
    readonly missing: readonly Place[]
    readonly broken: readonly Violation[]
    readonly unchecked: readonly UncheckedSection[]
  } | null
  /** Whether the dialog to reopen a submitted survey is open. */
  readonly reopening: boolean
  readonly result: { readonly status: SurveyStatus; readonly finished: Finished } | null
  readonly save: () => Promise<void>
  readonly submit: () => Promise<void>
  /** Confirm the dialogs of `save` and `submit`. */
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

  // Updates the open dialog when the survey reaches the server.
  useEffect(() => {
    if (result?.finished.kind !== 'on-device') return
    const { status, finished } = result
    return followFinish(draft, finished.entry, (outcome) => setResult({ status, finished: outcome }))
  }, [draft, result])

  async function send(status: SurveyStatus): Promise<void> {
    setFindings(null)
    setReopening(false)
    setBusy(status)
    const finished = await finishSurvey(draft, status, replyTimeout)
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
      const broken = [...violationsIn(draft.survey), ...unreadableNumbers(draft)]
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
