import { type EarlierLine, earlierOf, lineOf } from '#survey/move/earlier-lines.ts'
import { type Answer, type EarlierAnswer, shownSections } from '#survey/survey.ts'
import { FieldThumbnail } from '#web/features/media/field-thumbnail.tsx'
import { refreshAddresses, useFieldFiles } from '#web/features/media/use-field-files.ts'
import { useFullView } from '#web/features/media/use-full-view.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import classes from './earlier-answers.module.css'

/**
 * Read-only answers from an earlier template version whose fields no longer exist. The last section also shows those
 * of deleted or hidden sections.
 */
export function EarlierAnswers({ sectionId }: { sectionId: string }) {
  const earlier = useSurvey((survey) => survey.earlierAnswers ?? none)
  const sections = useSurvey((survey) =>
    shownSections(survey)
      .map(({ id }) => id)
      .join(' '),
  )
  const ids = sections.split(' ')
  const isLast = ids.at(-1) === sectionId
  const isHere = (one: EarlierAnswer) =>
    one.sectionId === sectionId || (isLast && !ids.includes(one.sectionId))
  return earlier.some(isHere) && <Lines sectionId={sectionId} isHere={isHere} />
}

const none: readonly EarlierAnswer[] = []

interface LinesProps {
  readonly sectionId: string
  readonly isHere: (one: EarlierAnswer) => boolean
}

/**
 * Subscribes to the whole survey, because names may change with every keystroke. Mounted only if there are such
 * answers.
 */
function Lines({ sectionId, isHere }: LinesProps) {
  const survey = useSurvey((one) => one)
  const lines = earlierOf(survey)
    .filter(isHere)
    .map((one) => lineOf(survey, one))
  if (lines.length === 0) return null
  const own = lines.filter((line) => line.sectionId === sectionId)
  const gone = lines.filter((line) => line.sectionId !== sectionId)
  return (
    <section className={classes.earlier} aria-labelledby="earlier-answers">
      <h3 id="earlier-answers" className={classes.title}>
        {t('surveyMoves.earlierAnswers')}
      </h3>
      <p className={classes.quiet}>{t('surveyMoves.earlierText')}</p>
      <List lines={own} where={(line) => line.subSection} />
      {gone.length > 0 && <p className={classes.quiet}>{t('surveyMoves.earlierGone')}</p>}
      <List lines={gone} where={(line) => line.subSection || line.section} />
    </section>
  )
}

function List({ lines, where }: { lines: readonly EarlierLine[]; where: (line: EarlierLine) => string }) {
  if (lines.length === 0) return null
  return (
    <dl className={classes.lines}>
      {lines.map((line) => (
        <div key={line.id}>
          <dt className={classes.quiet}>
            {[where(line), line.field].filter((word) => word !== '').join(' · ')}
          </dt>
          <dd className={classes.value}>
            {line.value}
            {line.media.length > 0 && <Pictures media={line.media} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Pictures({ media }: { media: Answer['media'] }) {
  const draft = useDraft()
  const { account } = draft
  const files = useFieldFiles(draft, media)
  const view = useFullView(files, null)
  return (
    <>
      <ul className={classes.strip}>
        {files.map((file) => (
          <FieldThumbnail
            key={file.id}
            of={{ account, survey: draft.survey.id }}
            file={file}
            onOpen={() => void view.open(file)}
            onBroken={() => refreshAddresses(draft)}
          />
        ))}
      </ul>
      {view.shown}
    </>
  )
}
