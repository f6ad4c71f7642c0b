import type { ReplyOf } from '#contract/endpoint.ts'
import type { drawPhoto, uploadMedia } from '#contract/media.ts'
import type { addSimilar, autoSave, removeSimilar, restoreSurvey, submitSurvey } from '#contract/surveys.ts'
import { fetchSurvey } from '../draft/drafts.ts'
import { putAdded, putSection, putSurvey } from '../incoming/server-copy.ts'
import { noteDeleted, noteNotDeleted } from '../list/keep-deleted.ts'
import { listedFrom } from '../list/merge-list.ts'
import { freeOldest } from '../pictures/free-pictures.ts'
import { dropUnusedPictures, keepConfirmed } from '../pictures/keep-pictures.ts'
import { tell } from '../store/bus.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import { forgetSurvey } from '../store/forget-survey.ts'
import type { OutboxRow } from '../store/rows.ts'
import { isQuota } from '../store/trouble.ts'
import { settleDrawing } from './settle-drawing.ts'
import { settlePlan } from './settle-plan.ts'
import { settleSave } from './settle-save.ts'
import { forgetFiles, putUploaded } from './settle-upload.ts'

const stores = () => [
  db.outbox,
  db.answers,
  db.surveys,
  db.sections,
  db.files,
  db.blobs,
  db.drawings,
  db.plans,
  db.planPictures,
  db.pictures,
  db.shown,
  db.listed,
  db.kept,
]

/** After these a picture may be one that nothing shows any more. */
const letsGo: readonly string[] = ['media.delete', 'media.draw', 'media.undraw']

/** After these the server has it no more for this account. */
const ends: readonly string[] = ['surveys.delete', 'surveys.deleteForGood']

/** What is answered to these tells a section, or the survey, as it was when the call was carried out. */
const tellsOfThen: readonly string[] = [
  'surveys.create',
  'surveys.restore',
  'surveys.submit',
  'surveys.addSimilar',
  'surveys.removeSimilar',
]

/** The server has it: what it said is kept, and only then is the entry gone, in one transaction. */
export async function settleEntry(row: OutboxRow, reply: unknown): Promise<void> {
  const told = await onDeviceIfRoom(() => settled(row, reply, true)).catch(async (error: unknown) => {
    if (!isQuota(error)) throw error
    // Pictures to look at are worth less than to know that the server has them.
    await freeOldest().catch(() => 0)
    return onDevice(() => settled(row, reply, false))
  })
  // Whoever reads the list because of what is told below finds it gone.
  if (ends.includes(row.endpoint)) await forgetSurvey(row.account, row.survey)
  const saved = told?.saved
  if (saved) {
    const { reply, conflicts, sentAt } = saved
    tell(row.account, { kind: 'saved', survey: row.survey, reply, conflicts, sentAt })
  }
  if (saved ? saved.recovered : row.endpoint !== 'surveys.autoSave')
    tell(row.account, { kind: 'changed', survey: row.survey })
  if (told?.kept) tell(row.account, { kind: 'elsewhere', survey: row.survey })
  tell(row.account, { kind: 'queue', now: false })
  if (told?.old) void fetchSurvey(row.account, row.survey).catch(() => undefined)
}

function settled(row: OutboxRow, reply: unknown, keep: boolean) {
  return db.transaction('rw', stores(), async () => {
    const present = await db.outbox.get(row.seq ?? 0)
    if (present?.id !== row.id) return null
    await db.outbox.delete(row.seq ?? 0)
    if (keep) await keepConfirmed(row, reply)
    const old = await mayBeOld(row)
    const told = await takeIn(row, reply)
    if (letsGo.includes(row.endpoint)) await dropUnusedPictures(row.account, row.survey)
    await stamp(row)
    return { ...told, old: old || told.old === true }
  })
}

/**
 * A call that comes again is answered as it was the first time. Where the survey was read from the server since this
 * device last changed it, what was read may be newer than that.
 */
async function mayBeOld({ account, survey, endpoint, attempts }: OutboxRow): Promise<boolean> {
  if (attempts < 2 || !tellsOfThen.includes(endpoint)) return false
  return (await db.surveys.get([account, survey]))?.read !== undefined
}

interface TakenIn {
  readonly saved?: Awaited<ReturnType<typeof settleSave>>
  /**
   * The server may have kept something of a part that is gone: what somebody else gave and who deletes had not seen, or
   * a picture that came too late. A save says it by itself.
   */
  readonly kept?: boolean
  /** The server has more of the survey than it told. */
  readonly old?: boolean
}

async function takeIn(row: OutboxRow, reply: unknown): Promise<TakenIn> {
  switch (row.endpoint) {
    case 'surveys.autoSave':
      return { saved: await settleSave(row, reply as ReplyOf<typeof autoSave>) }
    case 'surveys.create':
    case 'surveys.restore': {
      const { attributes } = (reply as ReplyOf<typeof restoreSurvey>).data
      await putSurvey(row.account, attributes)
      await db.listed.put({ account: row.account, id: row.survey, item: listedFrom(attributes) })
      if (row.endpoint === 'surveys.restore') await noteNotDeleted(row.account, row.survey)
      return {}
    }
    case 'surveys.delete':
      // What is kept of it goes when nothing is open or waiting in it any more.
      await noteDeleted(row.account, row.survey)
      return {}
    case 'surveys.deleteForGood':
      await noteNotDeleted(row.account, row.survey)
      return {}
    case 'surveys.submit':
      await putSurvey(row.account, (reply as ReplyOf<typeof submitSurvey>).data.attributes)
      return {}
    case 'surveyMoves.move':
      // The survey was read afresh before.
      return {}
    case 'surveys.addSimilar': {
      const { attributes } = (reply as ReplyOf<typeof addSimilar>).data
      if (attributes.sub_sections_digest !== undefined)
        return { old: !(await putAdded(row.account, row.survey, attributes)) }
      await putSection(row.account, row.survey, attributes)
      return {}
    }
    case 'surveys.removeSimilar':
      // A deletion of what was gone already has no section to tell.
      if (reply)
        await putSection(row.account, row.survey, (reply as ReplyOf<typeof removeSimilar>).data.attributes)
      return { kept: true }
    case 'media.upload':
    case 'media.copy':
      return { kept: !(await putUploaded(row, reply as ReplyOf<typeof uploadMedia>)) }
    case 'media.draw':
    case 'media.undraw':
      await settleDrawing(row, reply as ReplyOf<typeof drawPhoto> | null)
      return {}
    case 'plans.add':
    case 'plans.rename':
    case 'plans.delete':
    case 'plans.setPin':
      await settlePlan(row, reply)
      return {}
    default:
      await forgetFiles(row)
      return {}
  }
}

/**
 * When the server last confirmed something of this survey. Answers tell by their revisions which is newer; after anything
 * else the copy is not the one that was read, and is read whole the next time.
 */
async function stamp({ account, survey, endpoint }: OutboxRow): Promise<void> {
  const known = await db.surveys.get([account, survey])
  const syncedAt = new Date().toISOString()
  const isSave = endpoint === 'surveys.autoSave'
  const changed = isSave ? {} : { taken: (known?.taken ?? 0) + 1, read: undefined }
  await db.surveys.update([account, survey], { syncedAt, ...changed })
}
