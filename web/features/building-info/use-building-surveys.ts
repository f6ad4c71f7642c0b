import { useCallback, useEffect, useState } from 'react'
import { type FoundSurvey, findOnDevice, findOnServer } from '#web/offline/list/survey-finder.ts'
import { reportTrouble } from '#web/offline/store/trouble.ts'

/** The section of the product's own templates that this screen is about. */
const section = 'Building Information'

/** After this many milliseconds what is on the device has to do. */
const patience = 3_000

export type Found =
  | { readonly state: 'looking' }
  | { readonly state: 'failed'; readonly status: number; readonly message: string }
  | { readonly state: 'found'; readonly surveys: readonly FoundSurvey[] }

/** Unfinished surveys with building information, newest first: the server's, or those of the device without it. */
export function useBuildingSurveys(account: string): { found: Found; retry: () => void } {
  const [found, setFound] = useState<Found>({ state: 'looking' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let left = false
    const show = (next: Found) => {
      if (!left) setFound(next)
    }
    const showDevice = async (otherwise: Found | null) => {
      const surveys = await findOnDevice(account, section)
      if (surveys.length > 0) show({ state: 'found', surveys })
      else if (otherwise) show(otherwise)
    }
    const run = async () => {
      show({ state: 'looking' })
      const late = setTimeout(() => void showDevice(null).catch(reportTrouble), patience)
      const answer = await findOnServer(account, section)
      clearTimeout(late)
      if (answer.ok) show({ state: 'found', surveys: answer.surveys })
      else await showDevice({ state: 'failed', status: answer.status, message: answer.message })
    }
    run().catch((error: unknown) => {
      reportTrouble(error)
      show({ state: 'failed', status: 0, message: '' })
    })
    return () => {
      left = true
    }
  }, [account, round])
  return { found, retry: useCallback(() => setRound((count) => count + 1), []) }
}
