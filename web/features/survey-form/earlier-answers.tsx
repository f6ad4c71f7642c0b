import { useMemo, useSyncExternalStore } from 'react'
import { earlierLines } from '#survey/move/earlier-lines.ts'
import type { Answer } from '#survey/survey.ts'
import { FieldThumbnail } from '#web/features/media/field-thumbnail.tsx'
import { fieldFiles } from '#web/features/media/shown-media.ts'
import { useFullView } from '#web/features/media/use-full-view.tsx'
import { say } from '#web/lib/say.ts'
import { useDraft, useSurvey } from './draft-context.ts'
import classes from './earlier-answers.module.css'

type Line = ReturnType<typeof earlierLines>[number]

/** Answers of this section that have no place any more, to be read; at the end of the form those of sections that are gone. */
export function EarlierAnswers({ sectionId }: { sectionId: string }) {
  const earlier = useSurvey((survey) => survey.earlierAnswers ?? none)
  return earlier.length > 0 && <Lines sectionId={sectionId} />
}

const none: readonly never[] = []

function Lines({ sectionId }: { sectionId: string }) {
  const survey = useSurvey((one) => one)
  const lines = useMemo(() => earlierLines(survey), [survey])
  const own = lines.filter((line) => line.sectionId === sectionId)
  const isLast = survey.sections.at(-1)?.id === sectionId
  const known = new Set(survey.sections.map(({ id }) => id))
  const gone = isLast ? lines.filter((line) => !known.has(line.sectionId)) : []
  if (own.length + gone.length === 0) return null
  return (
    <section className={classes.earlier} aria-labelledby="earlier-answers">
      <h3 id="earlier-answers" className={classes.title}>
        {say('surveyMoves.earlierAnswers')}
      </h3>
      <p className={classes.quiet}>{say('surveyMoves.earlierText')}</p>
      <List lines={own} where={(line) => line.subSection} />
      {gone.length > 0 && <p className={classes.quiet}>{say('surveyMoves.earlierGone')}</p>}
      <List lines={gone} where={(line) => line.subSection || line.section} />
    </section>
  )
}

function List({ lines, where }: { lines: readonly Line[]; where: (line: Line) => string }) {
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
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const local = useSyncExternalStore(draft.subscribe, () => draft.files)
  const drawings = useSyncExternalStore(draft.subscribe, () => draft.drawings)
  const files = useMemo(
    () => fieldFiles(media, { account, items, files: local, drawings }),
    [media, account, items, local, drawings],
  )
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
            onBroken={() => undefined}
          />
        ))}
      </ul>
      {view.shown}
    </>
  )
}
