import { useEffect, useRef, useState } from 'react'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

interface NamedSurvey {
  readonly id: string
  readonly attributes: { readonly survey_name: string }
}

/** A survey with which it did not work, and why. */
export interface Failed {
  readonly survey: NamedSurvey
  readonly message: string
}

interface Each<Survey> {
  /** How many are done; null = nothing was begun. */
  readonly done: number | null
  readonly busy: boolean
  readonly failed: readonly Failed[]
  /** Gives how many of them worked. */
  run(surveys: readonly Survey[], work: Work<Survey>): Promise<number>
}

/** null = it worked; else why not. */
type Work<Survey> = (survey: Survey) => Promise<string | null>

/** The same for many surveys, one after the other: a server is not asked for a hundred reports at once. */
export function useEach<Survey extends NamedSurvey = DeviceSurvey>(): Each<Survey> {
  const [done, setDone] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly Failed[]>([])
  // Whoever closes the dialog wants no more of it.
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
