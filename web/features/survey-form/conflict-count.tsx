import { Button } from '@mantine/core'
import { useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { everyAnswer, type Survey } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import classes from './access-notice.module.css'
import { useDraft, useMayEdit } from './draft-context.ts'
import { formPath } from './form-params.ts'

/** How many answers two people gave, and the way from one to the next, in whichever section it is. */
export function ConflictCount() {
  const draft = useDraft()
  const navigate = useNavigate()
  const mayEdit = useMayEdit()
  const last = useRef('')
  // As one text, so that a keystroke draws nothing.
  const places = useSyncExternalStore(draft.subscribe, () => conflictPlaces(draft.survey, draft.conflicts))
  if (places === '' || !mayEdit) return null
  const all = places.split('\n').map((line) => line.split(' '))
  const { survey } = draft
  const showNext = () => {
    const [section = '', part = '', answer = ''] =
      all[all.findIndex(([, , id]) => id === last.current) + 1] ?? all[0] ?? []
    last.current = answer
    navigate(formPath(survey.template.id, survey.id, section, part), { state: { field: answer } })
  }
  return (
    <div className={classes.notice} data-asks role="status">
      <p className={classes.words}>{say('together.conflictCount', { count: all.length })}</p>
      <Button variant="default" onClick={showNext}>
        {say('together.showNext')}
      </Button>
    </div>
  )
}

/** 'section part answer' of each that can be shown, a line each, in the order of the survey. */
function conflictPlaces(survey: Survey, conflicts: ReadonlyMap<string, unknown>): string {
  if (conflicts.size === 0) return ''
  return survey.sections
    .flatMap((section) =>
      section.subSections.flatMap((part) =>
        everyAnswer(part)
          .filter(({ id, hidden }) => !hidden && conflicts.has(id))
          .map(({ id }) => `${section.id} ${part.id} ${id}`),
      ),
    )
    .join('\n')
}
