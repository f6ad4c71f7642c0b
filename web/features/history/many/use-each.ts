import { useEffect, useRef, useState } from 'react'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

interface NamedSurvey {
  readonly id: string
  readonly attributes: { readonly survey_name: string }
}

/** A survey for which the action failed, with the reason. */
export interface Failed {
  readonly survey: NamedSurvey
  readonly message: string
}

interface Each<Survey> {
  /** Number of finished surveys; null = not started. */
  readonly done: number | null
  readonly busy: boolean
  readonly failed: readonly Failed[]
  /** Resolves to the number of successes. */
  run(surveys: readonly Survey[], work: Work<Survey>): Promise<number>
}

/** Resolves to null on success, otherwise to an error message. */
type Work<Survey> = (survey: Survey) => Promise<string | null>

/** Runs an action for many surveys, one after another to limit the server's load. */
export function useEach<Survey extends NamedSurvey = DeviceSurvey>(): Each<Survey> {
  const [done, setDone] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly Failed[]>([])
  // Closing the dialog cancels the remaining surveys.
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  async function run(surveys: readonly Survey[], work: Work<Survey>): Promise<number> {
    setBusy(true)
    setDone(0)
    setFailed([])
    let worked = 0
    for (const [index, survey] of surveys.entries()) {
      if (left.current) break
      const message = await work(survey)
      if (message === null) worked += 1
      else setFailed((before) => [...before, { survey, message }])
      setDone(index + 1)
    }
    setBusy(false)
    return worked
  }
  return { done, busy, failed, run }
}
