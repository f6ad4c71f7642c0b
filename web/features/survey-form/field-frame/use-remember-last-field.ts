import { useEffect } from 'react'
import { untilPainted } from '#web/lib/page/until-painted.ts'
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
        const { answer } = event
        void untilPainted().then(() => rememberField(draft.account, draft.survey, answer))
      }),
    [draft],
  )
}
