import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormSkeleton } from '#web/features/survey-form/form-skeleton.tsx'
import { t } from '#web/lib/language/translate.ts'
import { Link, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { FoundSurvey } from '#web/offline/list/survey-finder.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BuildingForm } from './building-form.tsx'
import { BuildingTop } from './building-top.tsx'
import { SurveyChooser } from './survey-chooser.tsx'
import { useBuildingSurveys } from './use-building-surveys.ts'

/** Building Information of the newest unfinished survey, with a chooser for the others. */
export function BuildingScreen() {
  const account = useSession()?.userId ?? ''
  const { found, retry } = useBuildingSurveys(account)
  useTitle(t('building.title'))
  if (found.state === 'looking') return <FormSkeleton />
  if (found.state === 'failed') {
    return (
      <WithoutForm>
        <ErrorState text={found.status === 0 ? t('building.notReached') : found.message} onRetry={retry} />
      </WithoutForm>
    )
  }
  const [newest] = found.surveys
  if (!newest) {
    return (
      <WithoutForm>
        <EmptyState text={t('building.none')} icon={<IconBuilding size={40} stroke={1.5} aria-hidden />}>
          <Button component={Link} to="/dashboard">
            {t('building.start')}
          </Button>
        </EmptyState>
      </WithoutForm>
    )
  }
  return <ChosenSurvey account={account} newest={newest} surveys={found.surveys} />
}

interface ChosenProps {
  readonly account: string
  readonly newest: FoundSurvey
  readonly surveys: readonly FoundSurvey[]
}

/** Keeps the open survey when the server's list arrives after the device's. */
function ChosenSurvey({ account, newest, surveys }: ChosenProps) {
  const [first] = useState(newest)
  const [params, setParams] = useSearchParams()
  const current = surveys.find(({ id }) => id === params.get('surveyId')) ?? first
  const offered = surveys.some(({ id }) => id === current.id) ? surveys : [current, ...surveys]
  return (
    <BuildingForm
      key={current.id}
      account={account}
      survey={current}
      chooser={
        <SurveyChooser surveys={offered} current={current} onChoose={(surveyId) => setParams({ surveyId })} />
      }
    />
  )
}

function WithoutForm({ children }: { children: ReactNode }) {
  return (
    <>
      <BuildingTop />
      <main>{children}</main>
    </>
  )
}
