import { useCallback, useEffect, useState } from 'react'
import { type FoundSurvey, findOnDevice, findOnServer } from '#web/offline/list/survey-finder.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'

/** Section name in the built-in templates. */
const section = 'Building Information'

/** Milliseconds to wait for the server before showing the device's surveys. */
const timeout = 3_000

export type FoundSurveys =
  | { readonly state: 'looking' }
  | { readonly state: 'failed'; readonly status: number; readonly message: string }
  | { readonly state: 'found'; readonly surveys: readonly FoundSurvey[] }

/** Unfinished surveys with building information, newest first. Falls back to the device's surveys. */
export function useBuildingSurveys(account: string): { found: FoundSurveys; retry: () => void } {
  const [found, setFound] = useState<FoundSurveys>({ state: 'looking' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round retries
  useEffect(() => {
    let canceled = false
    const show = (next: FoundSurveys) => {
      if (!canceled) setFound(next)
    }
    const showDevice = async (otherwise: FoundSurveys | null) => {
      const surveys = await findOnDevice(account, section)
      if (surveys.length > 0) show({ state: 'found', surveys })
      else if (otherwise) show(otherwise)
    }
    const run = async () => {
      show({ state: 'looking' })
      const late = setTimeout(() => void showDevice(null).catch(reportStorageFailure), timeout)
      const answer = await findOnServer(account, section)
      clearTimeout(late)
      if (answer.ok) show({ state: 'found', surveys: answer.surveys })
      else await showDevice({ state: 'failed', status: answer.status, message: answer.message })
    }
    run().catch((error: unknown) => {
      reportStorageFailure(error)
      show({ state: 'failed', status: 0, message: '' })
    })
    return () => {
      canceled = true
    }
  }, [account, round])
  return { found, retry: useCallback(() => setRound((count) => count + 1), []) }
}
