import { VisuallyHidden } from '@mantine/core'
import { surveyDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { CutText } from './cut-text.tsx'
import { FirstPhoto } from './first-photo.tsx'
import { nameEnd } from './name-end.ts'
import { type Chosen, SurveyActions } from './survey-actions.tsx'
import classes from './survey-list.module.css'
import { hasMarks, SurveyMarks } from './survey-marks.tsx'
import { SurveyName } from './survey-name.tsx'
import { SurveyProgress } from './survey-progress.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  /** The server is not reached: only what is on this device opens. */
  cutOff: boolean
  onChoose: (chosen: Chosen) => void
}

/** The list where there is no room for a table: three lines for each survey. */
export function SurveyCards({ surveys, cutOff, onChoose }: Props) {
  return (
    <ul className={classes.cards}>
      {surveys.map((survey) => (
        <Card key={survey.id} survey={survey} away={cutOff && !survey.here} onChoose={onChoose} />
      ))}
    </ul>
  )
}

interface CardProps {
  survey: DeviceSurvey
  away: boolean
  onChoose: Props['onChoose']
}

function Card({ survey, away, onChoose }: CardProps) {
  const a = survey.attributes
  return (
    <li className={classes.card} data-away={away || undefined}>
      <FirstPhoto survey={survey} />
      <div className={classes.line}>
        <span className={classes.named}>
          <SurveyName survey={survey} onChoose={onChoose} />
          <SyncMark state={survey.state} />
        </span>
        <span className={classes.quiet}>
          <CutText text={a.owner} />
        </span>
      </div>
      <div className={classes.about}>
        {hasMarks(survey, away) ? (
          <SurveyMarks survey={survey} away={away} />
        ) : (
          <>
            <NameEnd name={a.survey_name} />
            <Where text={a.address || a.survey_template_name} />
            <Edited day={surveyDate(a.last_edited, a.time_zone)} />
          </>
        )}
      </div>
      <div className={classes.line}>
        <div className={classes.state}>
          {reviewNow(a) === null && <StateChip submitted={a.status === 'Completed'} />}
          <SurveyProgress progress={a.progress} />
        </div>
        <SurveyActions survey={survey} away={away} onChoose={onChoose} />
      </div>
    </li>
  )
}

/** Of the days of a survey the one that the list is ordered by: its name is for who hears the list. */
function Edited({ day }: { day: string }) {
  const name = t('history.edited')
  return (
    <span className={classes.date} title={`${name} ${day}`}>
      <VisuallyHidden>{name} </VisuallyHidden>
      {day}
    </span>
  )
}

/** Where it is, else what it asks about. */
function Where({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <span className={classes.where} title={text}>
      {text}
    </span>
  )
}

/** What tells surveys apart whose names begin alike; whoever hears the list was told the whole name. */
function NameEnd({ name }: { name: string }) {
  const end = nameEnd(name)
  if (end === '') return null
  return (
    <span className={classes.end} title={name} aria-hidden>
      …{end}
    </span>
  )
}
