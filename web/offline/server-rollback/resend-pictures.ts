import type { MediaItem } from '#contract/media/media-item.ts'
import type { PlanItem } from '#contract/media/plan-item.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { copyFromWire, mediaItemsOf } from '../../../survey/from-wire.ts'
import { newEntry } from '../operations/entries.ts'
import { isPlanAddition } from '../operations/plan-addition.ts'
import { deletedIn, planOf } from '../operations/registry.ts'
import { pictureKey } from '../pictures/picture-key.ts'
import { db } from '../store/database.ts'
import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { FileRow } from '../store/rows.ts'
import { isBeingRemoved, type KnownSurvey } from './resend.ts'

export const pictureStores = () => [db.files, db.blobs, db.pictures, db.shown, db.plans, db.planPictures]

interface Photo extends MediaItem {
  readonly answer: string
  readonly subSection: string
}

/**
 * Queues uploads whose photos the server lost and this device stores in full, with their drawings and under
 * their old ids. An incomplete upload is skipped, because otherwise another device, which may have all
 * photos, could not resend it. Videos are stored on no device. Call inside the transaction.
 */
export async function resendPhotos(
  known: KnownSurvey,
  there: SurveyDetail | null,
): Promise<readonly OutboxRow[]> {
  const { account, head, copy, outbox } = known
  const onServer = mediaItemsOf(copyFromWire(there?.user_survey_sections ?? []), there?.earlier_answers)
  const deleted = new Set(outbox.map(deletedIn))
  const lost = photosOf(known).filter(
    ({ id, subSection }) => !onServer.has(id) && !deleted.has(id) && !isBeingRemoved(known, subSection),
  )
  const items = mediaItemsOf(copy)
  const entries: OutboxRow[] = []
  for (const [upload, photos] of Map.groupBy(lost, ({ media_id }) => media_id)) {
    const [first] = photos
    const keys = photos.map((photo): [string, string] => [account, pictureKey(photo, items)])
    if (!first || !(await areAll(keys)) || outbox.some(({ id }) => id === upload)) continue
    for (const [place, photo] of photos.entries()) await takeOver(known, photo, keys[place] ?? ['', ''])
    const { answer, subSection } = first
    const place = { survey: head.id, id: upload, answer, subSection }
    entries.push(newEntry(account, { ...place, endpoint: 'media.upload', input: null, again: true }))
  }
  return entries
}

function photosOf({ copy }: KnownSurvey): readonly Photo[] {
  return copy.subSections.flatMap(({ id: subSection, answers }) =>
    answers.flatMap(({ id: answer, photos = [] }) => photos.map((item) => ({ ...item, answer, subSection }))),
  )
}

/** Counts keys, because the rows are many and large. */
async function areAll(keys: readonly [string, string][]): Promise<boolean> {
  const ids = [...new Map(keys.map((key) => [key[1], key])).values()]
  const there = await db.shown.where('[account+id]').anyOf(ids).count()
  return there === ids.length
}

/** Turns a viewing picture into an unsent file. When the server confirms it, it is kept for viewing again. */
async function takeOver(
  { account, head }: KnownSurvey,
  photo: Photo,
  key: readonly [string, string],
): Promise<void> {
  const shown = await db.shown.get([...key])
  if (!shown) return
  const { bytes, type } = shown
  const small = await db.pictures.get([...key])
  const row: FileRow = {
    ...{ account, id: photo.id, survey: head.id, answer: photo.answer, subSection: photo.subSection },
    ...{ upload: photo.media_id, kind: 'photo', stage: 'ready', size: bytes.byteLength },
    ...{ name: photo.filename, description: photo.description, addedAt: photo.created_at },
    thumbnail: small ? { bytes: small.bytes, type: small.type } : null,
    poster: null,
  }
  await db.files.put(row)
  await db.blobs.put({ account, id: photo.id, survey: head.id, bytes, type })
}

/**
 * Queues lost floor plans whose picture the device has, and the pins on all existing plans. Call inside the
 * transaction.
 */
export async function resendPlans(
  { account, head, outbox }: KnownSurvey,
  there: SurveyDetail | null,
): Promise<readonly OutboxRow[]> {
  const onServer = new Map((there?.plans ?? []).map((plan) => [plan.id, plan]))
  const named = new Set(outbox.map(changedPlan))
  const entries: OutboxRow[] = []
  for (const plan of head.plans ?? []) {
    // An unsent entry deletes, renames or pins it.
    if (named.has(plan.id)) continue
    const picture = await db.planPictures.get([account, plan.id])
    if (!onServer.has(plan.id) && !picture) continue
    const { id, name, width, height } = plan
    if (!onServer.has(id)) {
      await db.plans.put({ account, survey: head.id, id, name, width, height, thumbnail: null })
      const input: PayloadOf<'plans.add'> = { body: { id, user_survey_id: head.id, name } }
      entries.push(newEntry(account, { survey: head.id, endpoint: 'plans.add', input, id, again: true }))
    }
    entries.push(...pinsAgain(account, head.id, plan, onServer.get(id)))
  }
  return entries
}

/** Returns the plan that an entry renames, pins or deletes. */
function changedPlan(row: OutboxRow): string | null {
  return isPlanAddition(row) ? null : planOf(row)
}

/** Returns pins that are later than the server's. */
function pinsAgain(
  account: string,
  survey: string,
  plan: PlanItem,
  there: PlanItem | undefined,
): readonly OutboxRow[] {
  const onServer = new Map(there?.pins.map((pin) => [pin.user_survey_sub_section_id, pin.edited_at]))
  return plan.pins.flatMap(({ user_survey_sub_section_id: subSection, x, y, edited_at }) => {
    if (edited_at <= (onServer.get(subSection) ?? '') || (!there && x === null)) return []
    const input: PayloadOf<'plans.setPin'> = {
      params: { id: plan.id, sub_section_id: subSection },
      body: { x, y, edited_at },
    }
    return [newEntry(account, { survey, endpoint: 'plans.setPin', input, subSection })]
  })
}
