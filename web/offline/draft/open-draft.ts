import type { Failure } from '#web/lib/http/call.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { noteOpened } from '../incoming/server-copy.ts'
import { restoreStash } from '../record/stash.ts'
import { writerOf } from '../record/writer.ts'
import { logError } from '../store/journal.ts'
import { Draft } from './draft.ts'
import { loadSurvey } from './load-survey.ts'

export type Opened = { readonly ok: true; readonly draft: Draft; readonly fromDevice: boolean } | Failure

/** Opens a survey from the device if it is there, otherwise from the network. */
export async function openDraft(account: string, survey: string): Promise<Opened> {
  const draft = await draftOnDevice(account, survey)
  if (draft) return { ok: true, draft, fromDevice: true }
  // Imported lazily: most forms open from the device.
  const { fetchSurvey } = await import('../incoming/fetch-survey.ts')
  const fetched = await fetchSurvey(account, survey)
  if (!fetched.ok) return fetched
  const loaded = await loadSurvey(account, survey)
  if (!loaded) return { ok: false, status: 404, errors: [], message: '' }
  return { ok: true, draft: new Draft(account, loaded), fromDevice: false }
}

/** Returns the device's survey with all unsent changes, or null. */
export async function draftOnDevice(account: string, survey: string): Promise<Draft | null> {
  // Edits made before the last close may still be being stored.
  await writerOf(account, survey).whenIdle()
  await restoreStash(account)
  const known = await loadSurvey(account, survey)
  if (!known) return null
  afterFirstScreen(() => void noteOpened(account, survey).catch(logError('opening')))
  return new Draft(account, known)
}
