import { useState } from 'react'
import { missingInSurvey, type Place } from '#survey/mandatory.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { type Violation, violationsIn } from '#survey/violations.ts'
import { type Finished, finishSurvey } from '#web/offline/draft/draft-actions.ts'
import { useDraft } from './draft-context.ts'
import { unreadIn } from './unread-in.ts'

/** How long a person looks at a turning wheel before being told where the work is. */
const patience = 8_000

export interface Finish {
  /** The status that is being sent. */
  readonly busy: SurveyStatus | null
  /** What keeps the survey from being submitted: empty mandatory fields, and answers that break a rule. */
  readonly lacking: { readonly missing: readonly Place[]; readonly broken: readonly Violation[] } | null
  readonly result: { readonly status: SurveyStatus; readonly finished: Finished } | null
  readonly save: () => Promise<void>
  readonly submit: () => Promise<void>
  readonly close: () => void
}

export function useFinish(onRefused: () => void): Finish {
  const draft = useDraft()
  const [busy, setBusy] = useState<SurveyStatus | null>(null)
  const [lacking, setLacking] = useState<Finish['lacking']>(null)
  const [result, setResult] = useState<Finish['result']>(null)

  async function send(status: SurveyStatus): Promise<void> {
    setBusy(status)
    const finished = await finishSurvey(draft, status, patience)
    setBusy(null)
    setResult({ status, finished })
  }

  return {
    busy,
    lacking,
    result,
    save: () => send('Started'),
    submit: async () => {
      const missing = missingInSurvey(draft.survey)
      const broken = [...violationsIn(draft.survey), ...unreadIn(draft)]
      if (missing.length + broken.length === 0) return send('Completed')
      onRefused()
      setLacking({ missing, broken })
    },
    close: () => {
      setLacking(null)
      setResult(null)
    },
  }
}
