import { Button, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import classes from './photo-choice.module.css'

const newest = reading(listSurveys, { query: { per_page: String(limits.listPageSizeMax), page: '1' } })

/** Selects a survey if the address names none. */
export function SurveySelect({ account, onChoose }: { account: string; onChoose: (id: string) => void }) {
  const { surveys, problem, retry } = useSurveyChoices(account)
  if (problem !== null) return <ErrorState text={problem} onRetry={retry} />
  if (!surveys) return <LoadingScreen />
  if (surveys.length === 0)
    return (
      <EmptyState text={t('media.noSurveys')}>
        <ToDashboard />
      </EmptyState>
    )
  return (
    <div className={classes.choices}>
      <Text c="dimmed">{t('media.chooseWhere')}</Text>
      <NativeSelect
        label={t('media.forSurvey')}
        value=""
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data={[
          { value: '', label: t('media.chooseSurvey'), disabled: true },
          ...surveys.map((survey) => ({ value: survey.id, label: labelOf(survey), disabled: survey.away })),
        ]}
      />
      <ToDashboard />
    </div>
  )
}

function labelOf({ name, owner, away }: SurveyChoice): string {
  return [name, owner, ...(away ? [t('history.notHere')] : [])].join(' · ')
}

export function ToDashboard() {
  return (
    <Button component={Link} to="/dashboard" variant="default">
      {t('form.toHistory')}
    </Button>
  )
}

interface SurveyChoice {
  readonly id: string
  readonly name: string
  readonly owner: string
  /** ISO 8601. */
  readonly edited: string
  /** True if offline and the survey is not on this device. */
  readonly away: boolean
}

/** The surveys on this device, plus the server's once loaded; most recently edited first. */
function useSurveyChoices(account: string): {
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
