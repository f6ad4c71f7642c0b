import { useEffect, useState } from 'react'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { changedSinceSubmission } from '#survey/changed-since.ts'
import { progressText } from '#survey/progress.ts'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { logError } from '#web/offline/store/journal.ts'
import type { HistoryPage } from './history-page.ts'

interface OwnProgress {
  readonly progress: string
  readonly changed_since_submission: ChangedSinceSubmission | null
}

/** Replaces the server's progress with the device's for surveys with unsent edits, once computed. */
export function useOwnProgress(account: string, page: HistoryPage | null): HistoryPage | null {
  const [own, setOwn] = useState<ReadonlyMap<string, OwnProgress>>(new Map())
  const unsent = page?.surveys.filter(({ here, state }) => here && state !== 'on the server') ?? []
  const key = unsent.map(({ id, attributes }) => `${id} ${attributes.last_edited}`).join('\n')
  useEffect(() => {
    let left = false
    const run = async () => {
      const found = new Map<string, OwnProgress>()
      for (const line of key === '' ? [] : key.split('\n')) {
        const [id = ''] = line.split(' ')
        const loaded = await loadSurvey(account, id)
        if (left) return
        if (loaded)
          found.set(id, {
            progress: progressText(loaded.survey),
            changed_since_submission: changedSinceSubmission(loaded.survey),
          })
      }
      setOwn((before) => (before.size + found.size === 0 ? before : found))
    }
    run().catch(logError('own progress'))
    return () => {
      left = true
    }
  }, [account, key])
  if (!page || own.size === 0) return page
  const surveys = page.surveys.map((survey) => {
    const known = survey.state === 'on the server' ? undefined : own.get(survey.id)
    return known ? { ...survey, attributes: { ...survey.attributes, ...known } } : survey
  })
  return { ...page, surveys }
}
