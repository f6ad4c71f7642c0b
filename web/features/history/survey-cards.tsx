import { VisuallyHidden } from '@mantine/core'
import { surveyDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNearViewport } from '#web/lib/page/use-near-viewport.ts'
import { useSession } from '#web/lib/session/session.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { drawnKey } from '#web/offline/pictures/picture-key.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { CutText } from './cut-text.tsx'
import { type Chosen, EditAction } from './survey-actions.tsx'
import classes from './survey-cards.module.css'
import list from './survey-list.module.css'
import { SurveyMarks } from './survey-marks.tsx'
import { SurveyName } from './survey-name.tsx'
import { SurveyProgress } from './survey-progress.tsx'
import { WholeName } from './whole-name.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  /** True if the server is unreachable: only surveys on this device open. */
  cutOff: boolean
  onChoose: (chosen: Chosen) => void
}

/** The list for narrow screens. A tap on a row opens the survey's details. */
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
      <div className={classes.words}>
        <div className={classes.line}>
          <span className={list.named}>
            <SurveyName survey={survey} onChoose={onChoose} />
            <SyncMark state={survey.state} />
          </span>
          <span className={classes.owner}>
            <CutText text={a.owner} />
          </span>
        </div>
        <WholeName name={a.survey_name} />
        <div className={classes.line}>
          <span className={classes.where}>{a.address || a.survey_template_name}</span>
          <Edited day={surveyDate(a.last_edited, a.time_zone)} />
        </div>
        <SurveyMarks survey={survey} away={away} />
        <div className={classes.state}>
          <StateChip submitted={a.status === 'Completed'} review={reviewNow(a)} />
          <SurveyProgress progress={a.progress} />
        </div>
      </div>
      <EditAction survey={survey} away={away} onChoose={onChoose} />
    </li>
  )
}

/** The date the list is sorted by; its label is for screen readers. */
function Edited({ day }: { day: string }) {
  const name = t('history.edited')
  return (
    <span className={list.date} title={`${name} ${day}`}>
      <VisuallyHidden>{name} </VisuallyHidden>
      {day}
    </span>
  )
}

/** The survey's first photo, from the device or else the server. Decorative: hidden from screen readers. */
function FirstPhoto({ survey }: { survey: DeviceSurvey }) {
  const account = useSession()?.userId ?? ''
  const photo = survey.attributes.first_photo
  const [ref, near] = useNearViewport()
  const id = photo ? drawnKey(photo.id, photo.drawn_at) : ''
  const picture = usePicture(
    photo
      ? [
          { account, store: 'pictures', id },
          ...(photo.thumbnail_url && navigator.onLine ? [photo.thumbnail_url] : []),
        ]
      : [],
    near,
  )
  if (picture.state === 'absent') return null
  return (
    <span ref={ref} className={classes.photo} aria-hidden>
      {picture.url && (
        <img src={picture.url} alt="" loading="lazy" decoding="async" onError={picture.onBroken} />
      )}
    </span>
  )
}
