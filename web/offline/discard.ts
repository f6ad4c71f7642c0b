import { told } from '#survey/fields/told.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { db, onDevice } from './database.ts'
import { isBlocked } from './queue.ts'
import { waitingCopies } from './record-copy.ts'
import type { AnswerRow, FileRow, OutboxRow } from './rows.ts'

/** One thing that goes when the refused changes are discarded. */
export type Loss =
  | { readonly kind: 'answer'; readonly field: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'copies'; readonly count: number }
  | { readonly kind: 'description'; readonly text: string }
  | { readonly kind: 'added-part'; readonly subSection: string }
  | { readonly kind: 'removed-part' | 'removed-file' | 'drawing' | 'removed-drawing' }
  | { readonly kind: 'plan' | 'plan-name'; readonly name: string }
  | { readonly kind: 'removed-plan' | 'pin' }
  | { readonly kind: 'status'; readonly status: SurveyStatus }

export interface Refused {
  /** Of the refused entries and those that cannot go without them. */
  readonly entries: readonly string[]
  readonly problems: readonly string[]
  readonly losses: readonly Loss[]
}

export async function readRefused(account: string, survey: string): Promise<Refused> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.answers, db.files], async () => {
      const rows = (await db.outbox.where({ account, survey }).toArray()).sort(bySeq)
      const refused = rows.filter((row) => row.state === 'parked' || isBlocked(row, rows))
      const entries = refused.map(({ id }) => id)
      const answers = Map.groupBy(
        await db.answers.where('entry').anyOf(entries).toArray(),
        ({ entry }) => entry,
      )
      const files = Map.groupBy(
        await db.files.where('upload').anyOf(entries).toArray(),
        ({ upload }) => upload,
      )
      return {
        entries,
        problems: [...new Set(refused.flatMap(({ problem }) => problem ?? []))],
        losses: refused.flatMap((row) => lossesOf(row, answers.get(row.id) ?? [], files.get(row.id) ?? [])),
      }
    }),
  )
}

/** Takes exactly these entries away, with the answers and files that only they would have brought. */
export async function discardEntries(account: string, entries: readonly string[]): Promise<void> {
  await onDevice(() =>
    db.transaction(
      'rw',
      [db.outbox, db.answers, db.files, db.blobs, db.drawings, db.plans, db.planPictures],
      async () => {
        const rows = await db.outbox.where('id').anyOf(entries).toArray()
        const own = rows.filter((row) => row.account === account && row.state !== 'sending')
        const ids = own.map(({ id }) => id)
        const files = await db.files.where('upload').anyOf(ids).primaryKeys()
        await db.answers.where('entry').anyOf(ids).delete()
        await db.files.bulkDelete(files)
        await db.blobs.bulkDelete(files)
        await dropDrawings(account, ids)
        await dropPlans(account, ids)
        await db.outbox.bulkDelete(own.map(({ seq }) => seq ?? 0))
      },
    ),
  )
}

/** Inside the discarding transaction. */
async function dropDrawings(account: string, entries: readonly string[]): Promise<void> {
  await db.drawings.where('entry').anyOf(entries).delete()
  await db.blobs.bulkDelete(entries.map((id): [string, string] => [account, id]))
}

/** A plan's entry has its id. */
async function dropPlans(account: string, entries: readonly string[]): Promise<void> {
  const keys = entries.map((id): [string, string] => [account, id])
  const waiting = (await db.plans.bulkGet(keys)).flatMap((row): [string, string][] =>
    row ? [[row.account, row.id]] : [],
  )
  await db.plans.bulkDelete(waiting)
  await db.planPictures.bulkDelete(waiting)
}

function lossesOf(row: OutboxRow, answers: readonly AnswerRow[], files: readonly FileRow[]): readonly Loss[] {
  switch (row.endpoint) {
    case 'surveys.autoSave':
      return answers.map((answer) => ({ kind: 'answer', field: answer.name, value: told(answer) }))
    case 'media.upload':
      return files.map(({ name }) => ({ kind: 'file', name }))
    case 'media.copy':
      return [{ kind: 'copies', count: waitingCopies(row).length }]
    case 'media.describe':
      return [{ kind: 'description', text: bodyOf(row).description ?? '' }]
    case 'media.draw':
      return [{ kind: 'drawing' }]
    case 'media.undraw':
      return [{ kind: 'removed-drawing' }]
    case 'media.delete':
      return [{ kind: 'removed-file' }]
    case 'plans.add':
    case 'plans.rename':
      return [{ kind: row.endpoint === 'plans.add' ? 'plan' : 'plan-name', name: bodyOf(row).name ?? '' }]
    case 'plans.delete':
      return [{ kind: 'removed-plan' }]
    case 'plans.setPin':
      return [{ kind: 'pin' }]
    case 'surveys.addSimilar':
      return [{ kind: 'added-part', subSection: row.subSection ?? '' }]
    case 'surveys.removeSimilar':
      return [{ kind: 'removed-part' }]
    case 'surveys.submit':
      return [{ kind: 'status', status: bodyOf(row).status ?? 'Started' }]
    default:
      return []
  }
}

interface Said {
  readonly description?: string
  readonly name?: string
  readonly status?: SurveyStatus
}

function bodyOf(row: OutboxRow): Said {
  return (row.input as { body?: Said } | null)?.body ?? {}
}

function bySeq(a: OutboxRow, b: OutboxRow): number {
  return (a.seq ?? 0) - (b.seq ?? 0)
}
