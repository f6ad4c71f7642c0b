import { useEffect } from 'react'
import { rememberField } from '#web/offline/draft/last-field.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { useDraft } from '../draft-context.ts'

/** Where the person types is where the survey opens again. A copy fills fields that nobody has been at. */
export function useLastField(): void {
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
