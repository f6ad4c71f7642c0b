import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { isKept } from '#web/offline/incoming/server-copy.ts'

/** What this device has of surveys that were moved follows at once; the others come as they are opened. */
export async function bringMoved(account: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) if (await isKept(account, id)) await fetchSurvey(account, id)
}
