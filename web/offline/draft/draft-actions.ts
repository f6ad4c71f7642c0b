import { v7 } from 'uuid'
import { countsFiles } from '#survey/fields/registry.ts'
import { laterId } from '#survey/ids.ts'
import { findSection } from '#survey/navigation.ts'
import { everyAnswer, type SurveyStatus } from '#survey/survey.ts'
import { dismissRecoveredAnswers } from '../incoming/recovered-answers.ts'
import { hasCopy } from '../incoming/server-copy.ts'
import { retryParked } from '../operations/entries.ts'
import { discardEntries } from '../record/discard.ts'
import { addSimilarEntry, recordStatus, removeSimilarEntry } from '../record/record-change.ts'
import {
  type MediaTarget,
  type PickedFile,
  recordDescription,
  recordRemoval,
  recordUpload,
} from '../record/record-media.ts'
import {
  type CollectKind,
  recordShots,
  releaseShots,
  releaseStaged,
  replacePicture,
} from '../record/record-shots.ts'
import { recordPartRestore } from '../record/restore-part.ts'
import { isEverythingStored } from '../record/writer.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import { isStatus } from '../store/operation-facts.ts'
import type { Bytes } from '../store/rows.ts'
import { clearStorageFailure, reportStorageFailure } from '../store/storage-failure.ts'
import type { Draft, FieldPlace } from './draft.ts'
import { rememberField } from './last-field.ts'

/**
 * Adds a sub-section and shows it at once. Returns its id, or null if there is nothing to repeat. `coming`
 * receives the id first, so that the screen is ready for it. If storing fails, the user is informed, and
 * edits wait behind it.
 */
export function addPart(draft: Draft, sectionId: string, coming: (id: string) => void): string | null {
  if (!draft.mayEdit) return null
  const section = draft.survey.sections.find(({ id }) => id === sectionId)
  const last = section?.subSections.at(-1)
  if (!last) return null
  const subSection = laterId(v7(), last.id)
  coming(subSection)
  const at = new Date().toISOString()
  const where = { survey: draft.survey.id, section: sectionId, subSection }
  const entry = addSimilarEntry(draft.account, where)
  draft.edit({ kind: 'add-similar', sectionId, subSectionId: subSection, at }, entry)
  return subSection
}

/** `called`: display name, for restoring it later. */
export function removePart(draft: Draft, place: FieldPlace, called: string): void {
  const at = new Date().toISOString()
  const part = findSection(draft.survey, place.section)?.subSections.find(({ id }) => id === place.subSection)
  const seen = part ? everyAnswer(part).map(({ revision }) => revision) : []
  const where = { survey: draft.survey.id, ...place, seen, called }
  const entry = removeSimilarEntry(draft.account, where)
  draft.edit({ kind: 'remove-similar', subSectionId: place.subSection, at }, entry)
}

/** Restores a deleted sub-section: at once if this device has it, otherwise when the server has replied. */
export async function restorePart(draft: Draft, subSection: string, called: string): Promise<boolean> {
  // A preview has nothing deleted on the server.
  if (draft.serverHead === null) return false
  // Its removal may not be stored yet.
  await draft.written()
  const where = { survey: draft.survey.id, subSection, called }
  return storeEdit(draft, () => recordPartRestore(draft.account, where), true)
}

/** Result of a Save or Submit; `entry` is its outbox entry. */
export type Finished =
  | { readonly kind: 'on-server' | 'failed' }
  | { readonly kind: 'on-device'; readonly entry: string }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Queues Save ('Started') or Submit ('Completed') after all edits. Returns the result after at most
 * `patience` milliseconds, or earlier if the server can't be reached.
 */
export async function finishSurvey(draft: Draft, status: SurveyStatus, patience: number): Promise<Finished> {
  // An edit that isn't stored would be sent after the Submit that includes it.
  if (!(await draft.allWritten())) return { kind: 'failed' }
  let entry = ''
  const done = await storeEdit(
    draft,
    async () => {
      const needsFiles = status === 'Completed' && countsFiles(draft.survey.template)
      await releaseShots(draft.account, draft.survey.id)
      // The form shows staged files as part of the survey, so submit them, too.
      if (status === 'Completed') await releaseStaged(draft.account, draft.survey.id)
      const row = await recordStatus(draft.account, draft.survey.id, status, needsFiles ? { needsFiles } : {})
      entry = row.id
    },
    true,
  )
  // Ask the browser for persistent storage, now that there is work to lose.
  void navigator.storage?.persist?.().catch(() => false)
  if (!done) return { kind: 'failed' }
  // The entry is stored, even if it can't be read now.
  return firstOutcome(draft, entry, patience).catch(() => ({ kind: 'on-device', entry }))
}

/** Watches an entry until it is sent, rejected or failing, the network is gone, or time is up. */
async function firstOutcome(draft: Draft, entry: string, patience: number): Promise<Finished> {
  const end = Date.now() + patience
  for (;;) {
    const { outcome, failing, replaced } = await outcomeOf(draft, entry)
    const hopeless = failing || replaced || navigator.onLine === false
    if (outcome.kind !== 'on-device' || hopeless || Date.now() > end) return outcome
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
}

async function outcomeOf(draft: Draft, entry: string) {
  const rows = await onDevice(() =>
    db.outbox.where({ account: draft.account, survey: draft.survey.id }).toArray(),
  )
  const row = rows.find(({ id }) => id === entry)
  const failing = rows.some(({ state, attempts }) => state === 'waiting' && attempts > 0)
  // Another tab may have replaced it by a later one.
  const replaced = !row && rows.some(isStatus)
  let outcome: Finished = { kind: 'on-device', entry }
  if (!row && !replaced) outcome = { kind: 'on-server' }
  if (row?.state === 'parked') outcome = { kind: 'refused', problem: row.problem ?? '' }
  return { outcome, failing, replaced }
}

/** Calls `take` once, when the server has accepted or rejected a Save or Submit. */
export function followFinish(draft: Draft, entry: string, take: (outcome: Finished) => void): () => void {
  let ended = false
  const end = () => {
    ended = true
    forget()
  }
  const look = async () => {
    // If reading fails, the next event reads again.
    const found = await outcomeOf(draft, entry).catch(logError('result of Save or Submit'))
    if (!found || ended) return
    const { outcome, replaced } = found
    if (outcome.kind === 'on-device' && !replaced) return
    end()
    if (!replaced) take(outcome)
  }
  const forget = subscribe(draft.account, (event) => event.kind === 'queue' && void look())
  void look()
  return end
}

export async function attachFiles(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  upload: string,
  files: readonly PickedFile[],
): Promise<boolean> {
  const where = await attaching(draft, place)
  return storeEdit(draft, () => recordUpload(draft.account, where, upload, files), true)
}

/**
 * Stores files that wait for more shots or for 'Upload'. Returns the upload that has them, or null if storing
 * failed.
 */
export async function attachShots(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  upload: string,
  shots: readonly PickedFile[],
  kind: CollectKind = 'shots',
): Promise<string | null> {
  const where = await attaching(draft, place)
  let gathered: string | null = null
  await storeEdit(draft, async () => {
    gathered = await recordShots(draft.account, where, upload, shots, kind)
  })
  return gathered
}

/** Returns where files go. Remembers the field as the last edited one, and stores the answer's text first. */
async function attaching(draft: Draft, { subSection, answer }: FieldPlace & { readonly answer: string }) {
  rememberField(draft.account, draft.survey, answer)
  await draft.written()
  return { survey: draft.survey.id, subSection, answer }
}

/** Releases the collected shots after the last one. */
export function sendShots(draft: Draft, answer: string): Promise<boolean> {
  return storeChange(draft, () => releaseShots(draft.account, draft.survey.id, answer), true)
}

/** Replaces an unsent photo by a rotated one. */
export function replacePhoto(draft: Draft, id: string, data: Bytes): Promise<boolean> {
  return storeChange(draft, () => replacePicture(draft.account, id, data))
}

/** Releases the picked files after 'Upload'. */
export function sendStaged(draft: Draft, answer: string): Promise<boolean> {
  return storeChange(draft, () => releaseStaged(draft.account, draft.survey.id, answer), true)
}

export interface Removal {
  readonly place: { readonly subSection: string; readonly answer: string }
  readonly target: MediaTarget
}

/** Removes photos and videos of any answers, and reloads the survey once. */
export async function removeMedia(draft: Draft, removals: readonly Removal[]): Promise<boolean> {
  return storeEdit(draft, async () => {
    for (const { place, target } of removals) {
      const flying = await recordRemoval(draft.account, { survey: draft.survey.id, ...place }, target)
      if (flying) publish(draft.account, { kind: 'cancel', entry: flying })
    }
  })
}

export async function describeMedia(
  draft: Draft,
  place: { readonly subSection: string; readonly answer: string },
  target: MediaTarget,
  description: string,
): Promise<boolean> {
  return storeEdit(draft, () =>
    recordDescription(draft.account, { survey: draft.survey.id, ...place }, target, description),
  )
}

/** Retries all rejected entries. */
export function retryRefused(draft: Draft): Promise<boolean> {
  return storeChange(draft, () => retryParked(draft.account, draft.survey.id), true)
}

/**
 * Discards rejected entries and shows the server's copy again. `gone`: the survey no longer exists. null if
 * storing failed.
 */
export async function discardRefused(
  draft: Draft,
  entries: readonly string[],
): Promise<{ readonly gone: boolean } | null> {
  await draft.written()
  if (!(await storeChange(draft, () => discardEntries(draft.account, entries), true))) return null
  // A survey whose creation was rejected existed only on this device.
  if (!(await hasCopy(draft.account, draft.survey.id))) return { gone: true }
  const { fetchSurvey } = await import('../incoming/fetch-survey.ts')
  const fetched = await fetchSurvey(draft.account, draft.survey.id)
  return { gone: !fetched.ok && [404, 410].includes(fetched.status) }
}

/** Call when the user has read the answers that the server saved aside. */
export function closeRecovered(draft: Draft): Promise<boolean> {
  return storeChange(draft, () => dismissRecoveredAnswers(draft.account, draft.survey.id))
}

/** Like `storeChange`, but does nothing for users who may not edit. */
export async function storeEdit(
  draft: Draft,
  record: () => Promise<unknown>,
  atOnce = false,
): Promise<boolean> {
  return draft.mayEdit && storeChange(draft, record, atOnce)
}

/** Stores a change, then reloads the draft and wakes the outbox. Returns false if storing failed. */
export async function storeChange(
  draft: Draft,
  record: () => Promise<unknown>,
  atOnce = false,
): Promise<boolean> {
  try {
    await record()
    if (isEverythingStored()) clearStorageFailure()
  } catch (error) {
    reportStorageFailure(error)
    return false
  }
  publish(draft.account, { kind: 'changed', survey: draft.survey.id })
  publish(draft.account, { kind: 'queue', now: atOnce })
  // The change is stored, even if reading fails. Typing may delay the read, so don't wait longer.
  const read = draft.reload().catch(logError('reload'))
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, 3_000))])
  return true
}
