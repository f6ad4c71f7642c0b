import { useMemo, useState } from 'react'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/** Surveys of the list that were chosen, on any of its pages. */
export interface Selection {
  readonly surveys: readonly DeviceSurvey[]
  has(survey: DeviceSurvey): boolean
  set(surveys: readonly DeviceSurvey[], chosen: boolean): void
  clear(): void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, DeviceSurvey>>(new Map())
  return useMemo(
    () => ({
      surveys: [...chosen.values()],
      has: ({ id }) => chosen.has(id),
      set: (surveys, isChosen) =>
        setChosen((before) => {
          const now = new Map(before)
          for (const survey of surveys)
            if (isChosen) now.set(survey.id, survey)
            else now.delete(survey.id)
          return now
        }),
      clear: () => setChosen(new Map()),
    }),
    [chosen],
  )
}
