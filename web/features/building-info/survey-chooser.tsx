import { NativeSelect } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import type { FoundSurvey } from '#web/offline/list/survey-finder.ts'
import classes from './survey-chooser.module.css'

interface Props {
  readonly surveys: readonly FoundSurvey[]
  readonly current: FoundSurvey
  readonly onChoose: (id: string) => void
}

/** Names the open survey; a select if there are several. */
export function SurveyChooser({ surveys, current, onChoose }: Props) {
  return (
    <div className={classes.bar}>
      {surveys.length === 1 ? (
        <>
          <span className={classes.label}>{t('building.choose')}</span>
          <span className={classes.name}>{nameOf(current)}</span>
        </>
      ) : (
        <>
          <label className={classes.label} htmlFor="building-survey">
            {t('building.choose')}
          </label>
          <NativeSelect
            id="building-survey"
            className={classes.select ?? ''}
            value={current.id}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            data={surveys.map((survey) => ({ value: survey.id, label: nameOf(survey) }))}
          />
        </>
      )}
    </div>
  )
}

function nameOf({ name, owner }: FoundSurvey): string {
  return t('building.surveyOf', { name, owner })
}
