import { freePictures, pictureSizes } from '../pictures/free-pictures.ts'
import { accountRows } from '../store/account-rows.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { dropUnused } from '../store/forget-survey.ts'
import type { SurveyRow } from '../store/rows.ts'

/** Milliseconds. Surveys not opened for this long can be freed and fetched again. */
const longAgo = 7 * 24 * 3_600_000

export interface Freeable {
  readonly pictures: number
  readonly surveys: readonly string[]
  /** Bytes of both, as far as known. */
  readonly bytes: number
}

/**
 * Returns what can be freed: only confirmed data of surveys without unsent changes that were not opened
 * recently.
 */
export async function readFreeable(account: string, now = Date.now()): Promise<Freeable> {
  const { bytes: pictures } = await pictureSizes(account)
  const { surveys, bytes } = await onDevice(() => unusedSurveys(account, now))
  return { pictures, surveys, bytes: pictures + bytes }
}

/** Frees that space, and returns the number of bytes. */
export async function freeSpace(account: string, now = Date.now()): Promise<number> {
  const { surveys } = await readFreeable(account, now)
  let freed = await freePictures(account)
  for (const survey of surveys) {
    const bytes = await onDevice(() => surveySize(account, survey))
    if (await dropUnused(account, survey, (row) => isUnused(row, now))) freed += bytes
  }
  publish(account, { kind: 'listed' })
  return freed
}

async function unusedSurveys(account: string, now: number) {
  const waiting = new Set((await db.outbox.where({ account }).toArray()).map(({ survey }) => survey))
  const rows = await accountRows(db.copies, account).toArray()
  const surveys = rows.filter((row) => isUnused(row, now) && !waiting.has(row.id)).map(({ id }) => id)
  let bytes = 0
  for (const survey of surveys) bytes += await surveySize(account, survey)
  return { surveys, bytes }
}

/** Excludes prefetched surveys, which are removed when outdated. */
function isUnused({ openedAt, syncedAt, ahead }: SurveyRow, now: number): boolean {
  const last = Date.parse(openedAt ?? syncedAt)
  return ahead !== true && now - last > longAgo
}

async function surveySize(account: string, survey: string): Promise<number> {
  const own = { account, survey }
  const parts = await db.subSections.where(own).toArray()
  let bytes = JSON.stringify(parts).length
  await db.planPictures.where(own).each((row) => {
    bytes += row.bytes.byteLength
  })
  return bytes
}
