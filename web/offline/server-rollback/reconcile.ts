import { v7 } from 'uuid'
import { type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import { type AnswerState, reduceAnswer } from '#survey/answer-state.ts'
import { newSurvey } from '#survey/survey.ts'
import { answersOfCopy } from '#survey/survey-copy.ts'
import { surveyToWire } from '#survey/to-wire.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { copyFromWire, type SurveyHead, templateFromWire } from '../../../survey/from-wire.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { putSurvey } from '../incoming/server-copy.ts'
import { isSave } from '../operations/answer-save.ts'
import { resetToWaiting } from '../operations/entries.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { forgetSurvey } from '../store/forget-survey.ts'
import { note } from '../store/journal.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow, SurveyRow } from '../store/rows.ts'
import { isQuota } from '../store/storage-failure.ts'
import { markVerified } from '../store/unverified.ts'
import { lostFiles } from './lost-files.ts'
import { type KnownSurvey, resendLost } from './resend.ts'
import { pictureStores, resendPhotos, resendPlans } from './resend-pictures.ts'

/** Milliseconds to wait until the owner's device resends a shared survey. */
const patience = 7 * 24 * 3_600_000

/** `failed`: the server replied, but the survey could not be compared. */
type Compared = 'compared' | 'later' | 'not reached' | 'failed'

/** Statuses that mean the server or session is unavailable for every survey. */
const awayStatuses = [0, 401, 408, 425, 429, 502, 503, 504, 507]

/**
 * Compares a survey with the server after a rollback. Confirmed changes that the server lost are queued as
 * ordinary entries before the others. `later`: the owner has to resend the survey first.
 */
export async function reconcileSurvey(account: string, survey: string, since: string): Promise<Compared> {
  const row = await onDevice(() => db.copies.get([account, survey]))
  // A survey that never reached the server is complete in its entries.
  if (!row || (await waits(account, survey, 'creates'))) return settled(account, survey)
  const read = await call(surveyDetail, { params: { id: survey } }, { account })
  if (!read.ok && read.status !== 404) return failure(read)
  if (!read.ok && (await waits(account, survey, 'deletes', 'deletes for good')))
    return settled(account, survey)
  if (!read.ok && (row.head.my_role ?? 'owner') !== 'owner') return waitForOwner(account, survey, since)
  const noTemplate = await ensureTemplate(account, row.head.survey_template_id)
  if (noTemplate) return failure(noTemplate)
  const there = read.ok ? read.reply.data.attributes : null
  const taken = (pictures: boolean) =>
    onDevice(() => db.transaction('rw', stores(), async () => take(account, survey, there, pictures)))
  await taken(true).catch((error: unknown) => {
    if (!isQuota(error)) throw error
    // Text always fits.
    return taken(false)
  })
  publish(account, { kind: 'changed', survey })
  publish(account, { kind: 'queue', now: true })
  return 'compared'
}

function failure({ status }: Failure): Compared {
  return awayStatuses.includes(status) ? 'not reached' : 'failed'
}

/** Gives up the comparison: unsent entries are sent, but lost changes are not resent. */
export async function sendUncompared(account: string, survey: string): Promise<void> {
  note(account, { event: 'postponed', survey, detail: 'not compared' })
  await settled(account, survey)
}

const stores = () => [
  db.templates,
  db.copies,
  db.subSections,
  db.answers,
  db.outbox,
  db.kept,
  ...pictureStores(),
]

/** Ignores rejected entries, which wait for the user. */
async function waits(
  account: string,
  survey: string,
  ...effects: readonly ReturnType<typeof factsOf>['survey'][]
): Promise<boolean> {
  const rows = await onDevice(() => db.outbox.where({ account, survey }).toArray())
  return rows.some((row) => effects.includes(factsOf(row).survey) && row.state !== 'parked')
}

async function settled(account: string, survey: string): Promise<Compared> {
  await onDevice(() => db.transaction('rw', db.kept, async () => markVerified(account, survey)))
  return 'compared'
}

/** Waits until the owner's device has resent the survey and the owner has shared it again. */
async function waitForOwner(account: string, survey: string, since: string): Promise<Compared> {
  if (Date.now() - Date.parse(since) < patience) return 'later'
  await settled(account, survey)
  await forgetSurvey(account, survey)
  return 'compared'
}

/**
 * Replaces the copy by the server's, and queues what it lacks before the other entries. Call inside the
 * transaction.
 */
async function take(
  account: string,
  survey: string,
  there: SurveyDetail | null,
  withPictures: boolean,
): Promise<void> {
  const row = await db.copies.get([account, survey])
  if (!row) return
  const { head } = row
  const known = await readKnown(row)
  const looksOn = head.my_role === 'viewer'
  const sent = withPictures && !looksOn ? await pictures(known, there) : []
  const again = looksOn ? nothing : resendLost(known, there, sent)
  await replaceCopy(known, there)
  if (!looksOn) await noteLost(known, lostFiles(known, there, sent))
  await rebase(known, there)
  await db.answers.bulkPut([...again.answers])
  await putInFront(again.entries, known.outbox)
  await markVerified(account, survey)
}

async function noteLost({ account, head }: KnownSurvey, files: readonly string[]): Promise<void> {
  const unreported = (await db.copies.get([account, head.id]))?.lost ?? []
  if (files.length > 0) await db.copies.update([account, head.id], { lost: [...unreported, ...files] })
}

const nothing = { entries: [], answers: [] }

async function pictures(known: KnownSurvey, there: SurveyDetail | null): Promise<readonly OutboxRow[]> {
  return [...(await resendPhotos(known, there)), ...(await resendPlans(known, there))]
}

async function readKnown({ account, head, sections }: SurveyRow): Promise<KnownSurvey> {
  const own = { account, survey: head.id }
  return {
    account,
    head,
    copy: { sections, subSections: await db.subSections.where(own).toArray() },
    answers: await db.answers.where(own).toArray(),
    outbox: await db.outbox.where(own).sortBy('seq'),
  }
}

/** Replaces the copy by the server's, or by that of a new survey if the server lost it. */
async function replaceCopy({ account, head }: KnownSurvey, there: SurveyDetail | null): Promise<void> {
  await db.subSections.where({ account, survey: head.id }).delete()
  await putSurvey(account, there ?? (await emptyCopy(account, head)))
  if (!there) await db.copies.update([account, head.id], { syncedAt: '' })
}

async function emptyCopy(account: string, head: SurveyHead): Promise<SurveyDetail> {
  const template = await db.templates.get([account, head.survey_template_id])
  if (!template) throw new Error('The template is not on this device')
  const { id, survey_name: name, owner, created_by: createdBy, date_created: at } = head
  const survey = newSurvey(templateFromWire(template.detail), { id, name, owner, createdBy, at })
  return surveyToWire(survey, { media: () => [], plans: [], my_role: 'owner' })
}

/**
 * Rebases unsent edits on the server's current state. Frozen saves are collected again under new keys, unless
 * another device may send them, too. Rejected entries are retried, because they may have been rejected over
 * lost data.
 */
async function rebase({ copy, answers, outbox }: KnownSurvey, there: SurveyDetail | null): Promise<void> {
  const before = answersOfCopy(copy)
  const now = answersOfCopy(copyFromWire(there?.user_survey_sections ?? []))
  const fresh = new Map(outbox.filter(isFrozenSave).map((row) => [row.id, v7()]))
  for (const row of answers) {
    const state: AnswerState<AnswerRow> = { server: before.get(row.id) ?? null, own: row }
    const { own } = reduceAnswer(state, { kind: 'rolled-back', server: now.get(row.id) ?? null })
    if (own) await db.answers.put({ ...own, entry: fresh.get(own.entry) ?? own.entry })
    else await db.answers.delete([row.account, row.id])
  }
  for (const row of outbox) {
    const id = fresh.get(row.id)
    if (id && isFrozenSave(row))
      await db.outbox.put({ ...row, ...resetToWaiting, id, input: null, attempts: 0 })
    else if (row.state === 'parked') await db.outbox.put({ ...row, ...resetToWaiting })
  }
}

function isFrozenSave(row: OutboxRow): row is EntryOf<'surveys.autoSave'> {
  return isSave(row) && row.input !== null && row.parcel === undefined
}

/**
 * Numbers the entries before the first one. The fractions differ from those of split saves
 * (`answer-save.ts`).
 */
async function putInFront(entries: readonly OutboxRow[], outbox: readonly OutboxRow[]): Promise<void> {
  const first = outbox[0]?.seq
  const places = 99_991
  for (const [place, entry] of entries.entries()) {
    if (first === undefined) await db.outbox.add(entry)
    else await db.outbox.add({ ...entry, seq: first - (entries.length - place) / places })
  }
}
