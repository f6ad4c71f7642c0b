import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys.ts'
import { reading } from '#web/lib/query-client.ts'
import { db, onDevice } from '#web/offline/database.ts'

export interface SurveyChoice {
  readonly id: string
  readonly name: string
  readonly owner: string
  /** ISO 8601. */
  readonly edited: string
}

const newest = reading(listSurveys, { query: { per_page: String(limits.listPageSizeMax), page: '1' } })

/** The surveys of this device at once, those of the server beside them when they come; the last edited first. */
export function useSurveyChoices(account: string): {
  readonly surveys: readonly SurveyChoice[] | null
  readonly problem: string | null
  readonly retry: () => void
} {
  const [own, setOwn] = useState<readonly SurveyChoice[] | null>(null)
  const { data, error, refetch } = useQuery(newest)
  useEffect(() => {
    const rows = onDevice(() =>
      db.surveys.where('[account+id]').between([account, ''], [account, '\uffff']).toArray(),
    )
    rows.then(
      (found) =>
        setOwn(
          found.map(({ head }) => ({
            id: head.id,
            name: head.survey_name,
            owner: head.owner,
            edited: head.last_edited,
          })),
        ),
      () => setOwn([]),
    )
  }, [account])
  const listed = data?.data.map(({ id, attributes }) => ({
    id,
    name: attributes.survey_name,
    owner: attributes.owner,
    edited: attributes.last_edited,
  }))
  const byId = new Map([...(own ?? []), ...(listed ?? [])].map((survey) => [survey.id, survey]))
  const surveys = [...byId.values()].sort((a, b) => b.edited.localeCompare(a.edited))
  const waiting = surveys.length === 0 && (own === null || (!data && !error))
  return {
    surveys: waiting ? null : surveys,
    problem: error && surveys.length === 0 ? error.message : null,
    retry: () => void refetch(),
  }
}
