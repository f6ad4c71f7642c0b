import { Button, NativeSelect, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import classes from './photo-choice.module.css'
import { type SurveyChoice, useSurveyChoices } from './use-survey-choices.ts'

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
