import { useState } from 'react'
import { missingInSurvey, type Place } from '#survey/mandatory.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { type Finished, finishSurvey } from '#web/offline/draft-actions.ts'
import { useDraft } from './draft-context.ts'

/** How long a person looks at a turning wheel before being told where the work is. */
const patience = 8_000

export interface Finish {
  /** The status that is being sent. */
  readonly busy: SurveyStatus | null
  readonly missing: readonly Place[] | null
  readonly result: { readonly status: SurveyStatus; readonly finished: Finished } | null
  readonly save: () => Promise<void>
  readonly submit: () => Promise<void>
  readonly close: () => void
}

export function useFinish(onRefused: () => void): Finish {
  const draft = useDraft()
  const [busy, setBusy] = useState<SurveyStatus | null>(null)
  const [missing, setMissing] = useState<Finish['missing']>(null)
  const [result, setResult] = useState<Finish['result']>(null)

  async function send(status: SurveyStatus): Promise<void> {
    setBusy(status)
    const finished = await finishSurvey(draft, status, patience)
    setBusy(null)
    setResult({ status, finished })
  }

  return {
    busy,
    missing,
    result,
    save: () => send('Started'),
    submit: async () => {
      const empty = missingInSurvey(draft.survey)
      if (empty.length === 0) return send('Completed')
      onRefused()
      setMissing(empty)
    },
    close: () => {
      setMissing(null)
      setResult(null)
    },
  }
}
