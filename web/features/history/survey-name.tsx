import type { MouseEvent } from 'react'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { CutText } from './cut-text.tsx'
import type { Chosen } from './survey-actions.tsx'
import classes from './survey-list.module.css'

interface Props {
  readonly survey: DeviceSurvey
  readonly onChoose: (chosen: Chosen) => void
}

/** A survey's name: a press opens its details, a new tab opens its form. */
export function SurveyName({ survey, onChoose }: Props) {
  const { survey_name, survey_template_id } = survey.attributes
  const form = new URLSearchParams({ templateId: survey_template_id, surveyId: survey.id })
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose({ action: 'details', survey })
  }
  return (
    <a className={classes.name} href={`/survey?${form}`} onClick={press}>
      <CutText text={survey_name} />
    </a>
  )
}
