import { isCreation } from '../operations/survey-creation.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf, headerIn } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { ListedRow, SurveyRow } from '../store/rows.ts'
import { type Hold, heldBy, type Sending } from './queue.ts'
import { type SyncState, summarizeEntries } from './status.ts'

/** A survey with unsent changes. */
export interface QueuedSurvey {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly template: string
  readonly state: SyncState
  readonly answers: number
  readonly photos: number
  readonly videos: number
  readonly others: number
  /** Time of the oldest change. */
  readonly since: string
  readonly tries: number
  /** The last failed attempt. */
  readonly failed: { readonly at: string; readonly words: string } | null
  readonly held: Hold | null
  readonly refused: readonly RefusedEntry[]
}

export interface RefusedEntry {
  readonly id: string
  /**
   * The names that the user can change to fix it: of a survey that could not be created, or rejected names.
   */
  readonly mend: 'creation' | 'names' | null
  readonly problem: string
}

export async function readQueue(account: string, sending: Sending): Promise<readonly QueuedSurvey[]> {
  const rows = await onDevice(() => readRows(account))
  const bySurvey = Map.groupBy(rows.outbox, ({ survey }) => survey)
  return [...bySurvey].map(([id, own]) => ({
    id,
    ...namesOf(own, rows.surveys.get(id), rows.listed.get(id)),
    ...counted(own, rows),
    state: summarizeEntries(own, 0, '').state,
    since: summarizeEntries(own, 0, '').since,
    tries: Math.max(...own.map(({ attempts }) => attempts)),
    failed: lastFailure(own),
    held: own.map((row) => heldBy(row, sending)).find((hold) => hold !== null) ?? null,
    refused: own.filter(({ state }) => state === 'parked').map(rejectedEntryOf),
  }))
}

interface Rows {
  readonly outbox: readonly OutboxRow[]
  readonly surveys: ReadonlyMap<string, SurveyRow>
  readonly listed: ReadonlyMap<string, ListedRow>
  readonly answers: ReadonlyMap<string, number>
  readonly photos: ReadonlyMap<string, number>
  readonly videos: ReadonlyMap<string, number>
}

function readRows(account: string): Promise<Rows> {
  return db.transaction('r', [db.outbox, db.copies, db.listed, db.answers, db.files], async () => {
    const outbox = await db.outbox.where({ account }).sortBy('seq')
    const keys = [...new Set(outbox.map(({ survey }) => survey))].map((id): [string, string] => [account, id])
    const ids = outbox.map(({ id }) => id)
    const surveys = (await db.copies.bulkGet(keys)).filter((row) => row !== undefined)
    const listed = (await db.listed.bulkGet(keys)).filter((row) => row !== undefined)
    const answers = await db.answers.where('entry').anyOf(ids).toArray()
    const files = await db.files.where('upload').anyOf(ids).toArray()
    const uploads = (kind: 'photo' | 'video') => files.filter((file) => file.kind === kind)
    return {
      outbox,
      surveys: new Map(surveys.map((row) => [row.id, row])),
      listed: new Map(listed.map((row) => [row.id, row])),
      answers: tally(answers.map(({ survey }) => survey)),
      photos: tally(uploads('photo').map(({ survey }) => survey)),
      videos: tally(uploads('video').map(({ survey }) => survey)),
    }
  })
}

function tally(surveys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const survey of surveys) counts.set(survey, (counts.get(survey) ?? 0) + 1)
  return counts
}

function counted(own: readonly OutboxRow[], { answers, photos, videos }: Rows) {
  const survey = own[0]?.survey ?? ''
  const others = own.filter((row) => !factsOf(row).collects)
  return {
    answers: answers.get(survey) ?? 0,
    photos: photos.get(survey) ?? 0,
    videos: videos.get(survey) ?? 0,
    others: others.length,
  }
}

function namesOf(own: readonly OutboxRow[], row: SurveyRow | undefined, listed: ListedRow | undefined) {
  const creation = own.find(isCreation)
  const made = creation?.input.body
  const changed: ReturnType<typeof headerIn> = Object.assign({}, ...own.map(headerIn))
  return {
    name: changed.survey_name ?? row?.head.survey_name ?? listed?.item.survey_name ?? made?.survey_name ?? '',
    owner: changed.owner_name ?? row?.head.owner ?? listed?.item.owner ?? made?.owner_name ?? '',
    template: row?.head.survey_template_id ?? made?.survey_template_id ?? '',
  }
}

function lastFailure(own: readonly OutboxRow[]): QueuedSurvey['failed'] {
  const failed = own.filter(({ failure, triedAt, state }) => state !== 'parked' && failure && triedAt)
  const last = failed.toSorted((a, b) => ((a.triedAt ?? '') < (b.triedAt ?? '') ? 1 : -1))[0]
  return last ? { at: last.triedAt ?? '', words: last.failure ?? '' } : null
}

export function rejectedEntryOf(row: OutboxRow): RefusedEntry {
  const { survey_name, owner_name } = headerIn(row)
  const names = survey_name !== undefined || owner_name !== undefined
  const mend = isCreation(row) ? 'creation' : names ? 'names' : null
  return { id: row.id, mend, problem: row.problem ?? '' }
}
