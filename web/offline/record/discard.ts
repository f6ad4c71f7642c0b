import { bySeq } from '../operations/entries.ts'
import type { Loss } from '../operations/operation.ts'
import { isBlocked, isKnownOperation, operationOf } from '../operations/registry.ts'
import { forgetBundledEntries } from '../store/bundled-entries.ts'
import { db, onDevice } from '../store/database.ts'
import { dropCopy, dropGoneSurveys, forgetStores } from '../store/forget-survey.ts'
import { note } from '../store/journal.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

export interface RejectedChanges {
  /** Ids of rejected entries and entries that depend on them. */
  readonly entries: readonly string[]
  readonly problems: readonly string[]
  readonly losses: readonly Loss[]
}

export async function readRejected(account: string, survey: string): Promise<RejectedChanges> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.answers, db.files], async () => {
      const rows = (await db.outbox.where({ account, survey }).toArray()).sort(bySeq)
      const refused = refusedIn(rows)
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
        losses: refused.filter(isKnownOperation).flatMap((row) =>
          operationOf(row).losses(row, {
            answers: answers.get(row.id) ?? [],
            files: files.get(row.id) ?? [],
          }),
        ),
      }
    }),
  )
}

/**
 * Discards these entries with their unsent answers and files. Entries that are no longer rejected (edited
 * again or retried) stay, because the user did not confirm them.
 */
export async function discardEntries(account: string, entries: readonly string[]): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', discardStores(), async () => {
      const named = new Set(entries)
      const rows = await db.outbox.where({ account }).toArray()
      await discardInTransaction(
        account,
        refusedIn(rows).filter(({ id }) => named.has(id)),
      )
    }),
  )
  await dropGoneSurveys(account)
}

/** Returns rejected entries and entries that depend on them. */
function refusedIn(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  return rows.filter((row) => row.state === 'parked' || isBlocked(row, rows))
}

export const discardStores = () => [db.outbox, db.drawings, db.plans, db.kept, ...forgetStores()]

/**
 * Discards entries inside a transaction over `discardStores`. A survey that the server never created is
 * removed completely; then `gone` is true.
 */
export async function discardInTransaction(
  account: string,
  refused: readonly OutboxRow[],
): Promise<{ readonly gone: boolean }> {
  const creation = refused.find((row) => factsOf(row).survey === 'creates')
  const own = creation ? await db.outbox.where({ account, survey: creation.survey }).toArray() : refused
  const ids = own.map(({ id }) => id)
  for (const { survey, id: entry, endpoint: operation } of own)
    note(account, { event: 'discarded', survey, entry, operation })
  const files = await db.files.where('upload').anyOf(ids).primaryKeys()
  await db.answers.where('entry').anyOf(ids).delete()
  await db.files.bulkDelete(files)
  await db.blobs.bulkDelete(files)
  await dropDrawings(account, ids)
  await dropPlans(account, ids)
  await db.outbox.bulkDelete(own.map(({ seq }) => seq ?? 0))
  await forgetBundledEntries(account, ids)
  if (creation) await dropCopy(account, creation.survey)
  return { gone: creation !== undefined }
}

/** Call inside the discarding transaction. */
async function dropDrawings(account: string, entries: readonly string[]): Promise<void> {
  await db.drawings.where('entry').anyOf(entries).delete()
  await db.blobs.bulkDelete(entries.map((id): [string, string] => [account, id]))
}

/** A plan's entry has the plan's id. */
async function dropPlans(account: string, entries: readonly string[]): Promise<void> {
  const keys = entries.map((id): [string, string] => [account, id])
  const waiting = (await db.plans.bulkGet(keys)).flatMap((row): [string, string][] =>
    row ? [[row.account, row.id]] : [],
  )
  await db.plans.bulkDelete(waiting)
  await db.planPictures.bulkDelete(waiting)
}
