import { useEffect } from 'react'
import { rememberField } from '#web/offline/draft/last-field.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { useDraft } from '../draft-context.ts'

/** Remembers the last field the user typed into, so the survey reopens there. Copied answers do not count. */
export function useRememberLastField(): void {
  const draft = useDraft()
  useEffect(
    () =>
      subscribe(draft.account, (event, elsewhere) => {
        if (elsewhere || event.kind !== 'typed' || event.survey !== draft.survey.id || event.copiedFrom)
          return
        rememberField(draft.account, draft.survey, event.answer)
      }),
    [draft],
  )
}
