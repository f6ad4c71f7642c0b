import { useMemo, useSyncExternalStore } from 'react'
import { figureNumbers } from '#survey/figures.ts'
import type { Answer } from '#survey/survey.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { logError } from '#web/offline/store/journal.ts'
import { type FieldFile, fieldFiles } from './shown-media.ts'

/** The photos and videos of an answer, as this device can show them. */
export function useFieldFiles(draft: Draft, media: Answer['media']): readonly FieldFile[] {
  const { account } = draft
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const local = useSyncExternalStore(draft.subscribe, () => draft.files)
  const drawings = useSyncExternalStore(draft.subscribe, () => draft.drawings)
  // One string, so edits elsewhere that change no number render nothing.
  const numbers = useSyncExternalStore(draft.subscribe, () => numbersOf(draft, media))
  return useMemo(
    () =>
      fieldFiles(
        media,
        { account, items, files: local, drawings },
        numbers === '' ? [] : numbers.split(' ').map(Number),
      ),
    [media, account, items, local, drawings, numbers],
  )
}

/** The numbers of the media in the whole report, or '' if one of them has none. */
function numbersOf({ survey }: Draft, media: Answer['media']): string {
  if (media.length === 0) return ''
  const all = figureNumbers(survey)
  const own = media.map(({ id }) => all.get(id))
  return own.includes(undefined) ? '' : own.join(' ')
}

let refreshed = 0

/** Reloads the survey for fresh signed addresses, at most once a minute. */
export function refreshAddresses(draft: Draft): void {
  if (Date.now() - refreshed < 60_000) return
  refreshed = Date.now()
  import('#web/offline/incoming/fetch-survey.ts')
    .then(({ fetchSurvey }) => fetchSurvey(draft.account, draft.survey.id))
    .catch(logError('refresh addresses'))
}
