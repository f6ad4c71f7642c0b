import { sql } from 'kysely'
import { readersLanguages, spokenLanguage } from '#contract/messages/spoken.ts'
import type { Context, Db } from '#server/context.ts'
import { loadWithMedia } from '#server/features/surveys/load.ts'
import { copyAttempts } from '#server/files/guest-copies.ts'
import { type LoadedReport, withReport } from './loaded-report.ts'

interface Kept {
  readonly surveyId: string
  readonly state: string
  readonly bytes: number
  readonly loaded: Promise<LoadedReport>
  readonly timer: NodeJS.Timeout
}

/** Cached reports by survey and language, oldest first. */
const kept = new Map<string, Kept>()
let keptBytes = 0

/** Memory of a loaded survey: a multiple of its rows' size, and a minimum. */
const timesItsSize = 8
const least = 256 * 1024
/** The cache's share of the memory budget for loading surveys. */
const share = 1 / 8
const keptFor = 10 * 60_000

/**
 * Returns a survey and its report as guests see it, from the cache while the survey is unchanged. Opening a
 * report makes several calls at once and one per section; all of them share one load. The caller must have
 * checked the link.
 */
export async function sharedReport(
  { config }: Pick<Context, 'config'>,
  db: Db,
  surveyId: string,
  /** `words`: false if the caller needs only ids, which are the same in every language. */
  { words = true }: { readonly words?: boolean } = {},
): Promise<LoadedReport> {
  const { state, bytes } = await stateOf(db, surveyId)
  const key = `${surveyId} ${spokenLanguage()} ${readersLanguages().join()}`
  const before = kept.get(key) ?? (words ? undefined : inAnyLanguage(surveyId, state))
  if (before?.state === state) return before.loaded
  if (before) drop(key, before)
  const loaded = loadWithMedia(db, surveyId).then((survey) => withReport(survey, { guest: true }))
  const forget = () => drop(key, made)
  const made: Kept = {
    surveyId,
    state,
    bytes: Math.max(least, bytes * timesItsSize),
    loaded,
    timer: setTimeout(forget, keptFor).unref(),
  }
  kept.set(key, made)
  keptBytes += made.bytes
  makeRoom(config.readingBytes * share, made)
  // A report too large for the cache is still shared while it loads.
  const tooLarge = made.bytes > config.readingBytes * share
  loaded.then(() => tooLarge && forget(), forget)
  return loaded
}

function inAnyLanguage(surveyId: string, state: string): Kept | undefined {
  for (const one of kept.values()) if (one.surveyId === surveyId && one.state === state) return one
  return undefined
}

function makeRoom(most: number, newest: Kept): void {
  for (const [key, one] of kept) {
    if (keptBytes <= most || one === newest) return
    drop(key, one)
  }
}

function drop(key: string, one: Kept): void {
  if (kept.get(key) !== one) return
  clearTimeout(one.timer)
  kept.delete(key)
  keptBytes -= one.bytes
}

/**
 * Returns a hash of everything that a guest's reply depends on: the survey row, its newest event (each write
 * records one, in commit order), its creator, its files' copies, and the copies that failed for good.
 */
async function stateOf(db: Db, surveyId: string): Promise<{ state: string; bytes: number }> {
  const { rows } = await sql<{ state: string; bytes: string }>`
    select survey.bytes, md5(concat_ws(' ',
      survey::text, account.first_name, account.last_name,
      (select maker.first_name || maker.last_name from account maker where maker.id = survey.made_by),
      (select max(id) from survey_event where survey_id = survey.id),
      (select sum(hashtextextended(store_key || rendition.name, 0)) from media
        join rendition on rendition.file_id in (media.file_id, media.drawn_file_id)
        where media.survey_id = survey.id),
      (select count(*) from media join stored_file on stored_file.id = media.file_id
        where media.survey_id = survey.id and stored_file.copy_attempts >= ${copyAttempts}),
      (select sum(hashtextextended(store_key || rendition.name, 0)) from plan join rendition using (file_id)
        where plan.survey_id = survey.id)
    )) as state
    from survey join account on account.id = survey.account_id where survey.id = ${surveyId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Shared survey not found')
  return { state: row.state, bytes: Number(row.bytes) }
}
