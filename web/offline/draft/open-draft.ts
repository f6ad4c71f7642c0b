import type { Failure } from '#web/lib/http/call.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { noteOpened } from '../incoming/server-copy.ts'
import { restoreStash } from '../record/stash.ts'
import { writerOf } from '../record/writer.ts'
import { noted } from '../store/journal.ts'
import { Draft } from './draft.ts'
import { loadSurvey } from './load-survey.ts'

export type Opened = { readonly ok: true; readonly draft: Draft; readonly fromDevice: boolean } | Failure

/** Opens a survey from the device at once where it is there; else the network has to bring it first. */
export async function openDraft(account: string, survey: string): Promise<Opened> {
  const draft = await draftOnDevice(account, survey)
  if (draft) return { ok: true, draft, fromDevice: true }
  // Loaded only now: most forms are opened from the device.
  const { fetchSurvey } = await import('../incoming/fetch-survey.ts')
  const fetched = await fetchSurvey(account, survey)
  if (!fetched.ok) return fetched
  const loaded = await loadSurvey(account, survey)
  if (!loaded) return { ok: false, status: 404, errors: [], message: '' }
  return { ok: true, draft: new Draft(account, loaded), fromDevice: false }
}

/** The survey as the device has it, with everything that waits; null where it is not there. */
export async function draftOnDevice(account: string, survey: string): Promise<Draft | null> {
  // What was typed before it was left may still be on its way to the device.
  await writerOf(account, survey).settled()
  await restoreStash(account)
  const known = await loadSurvey(account, survey)
  if (!known) return null
  afterFirstScreen(() => void noteOpened(account, survey).catch(noted('opening')))
  return new Draft(account, known)
}
