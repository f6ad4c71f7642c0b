import { useRef, useSyncExternalStore } from 'react'
import { everyAnswer, type Survey } from '#survey/survey.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'

/** The number of fields with conflicting answers. `showNext` opens the one after `after`, in any section. */
export function useConflicts(): { readonly count: number; readonly showNext: (after?: string) => void } {
  const draft = useDraft()
  const navigate = useNavigate()
  const last = useRef('')
  // One string, so the snapshot stays equal and a keystroke does not render.
  const lines = useSyncExternalStore(draft.subscribe, () => conflictLines(draft.survey, draft.conflicts))
  const places = lines === '' ? [] : lines.split('\n').map((line) => line.split(' '))
  return {
    count: places.length,
    showNext: (after = last.current) => {
      const index = places.findIndex(([, , id]) => id === after)
      const [section = '', part = '', answer = ''] = places[index + 1] ?? places[0] ?? []
      last.current = answer
      const { id, template } = draft.survey
      navigate(formPath(template.id, id, section, part), { state: { field: answer } })
    },
  }
}

/** One line for each visible conflict, 'section part answer', in the order of the survey. */
function conflictLines(survey: Survey, conflicts: ReadonlyMap<string, unknown>): string {
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
