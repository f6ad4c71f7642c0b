import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'

export interface SurveyChoice {
  readonly id: string
  readonly name: string
  readonly owner: string
  /** ISO 8601. */
  readonly edited: string
  /** True if offline and the survey is not on this device. */
  readonly away: boolean
}

const newest = reading(listSurveys, { query: { per_page: String(limits.listPageSizeMax), page: '1' } })

/** The surveys on this device, plus the server's once loaded; most recently edited first. */
export function useSurveyChoices(account: string): {
  readonly surveys: readonly SurveyChoice[] | null
  readonly problem: string | null
  readonly retry: () => void
} {
  const device = useDeviceList(account)
  const { data, error, refetch } = useQuery(newest)
  const cutOff = error !== null && !data
  const own = device?.surveys.map(({ id, attributes, here }) => choice(id, attributes, cutOff && !here))
  const others = data?.data.filter(({ id }) => !device?.deleted.has(id)) ?? []
  const listed = others.map(({ id, attributes }) => choice(id, attributes, false))
  const byId = new Map([...listed, ...(own ?? [])].map((survey) => [survey.id, survey]))
  const surveys = [...byId.values()].sort((a, b) => b.edited.localeCompare(a.edited))
  const waiting = surveys.length === 0 && (device === null || (!data && !error))
  return {
    surveys: waiting ? null : surveys,
    problem: error && surveys.length === 0 ? error.message : null,
    retry: () => void refetch(),
  }
}

interface Named {
  readonly survey_name: string
  readonly owner: string
  readonly last_edited: string
}

function choice(id: string, { survey_name, owner, last_edited }: Named, away: boolean): SurveyChoice {
  return { id, name: survey_name, owner, edited: last_edited, away }
}
