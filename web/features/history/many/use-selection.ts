import { useMemo, useState } from 'react'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/** The selected surveys, on any page of the list. */
export interface Selection<Survey extends { readonly id: string } = DeviceSurvey> {
  readonly surveys: readonly Survey[]
  has(survey: Survey): boolean
  set(surveys: readonly Survey[], chosen: boolean): void
  clear(): void
}

export function useSelection<Survey extends { readonly id: string } = DeviceSurvey>(): Selection<Survey> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Survey>>(new Map())
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
