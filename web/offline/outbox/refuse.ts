import { v7 } from 'uuid'
import { newEntry } from '../record/record-answer.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import { saveInput } from './seal.ts'
import { parkCopiesOf, setAsideRefused, takeBackChanges } from './set-aside.ts'

/** Not now: the same entry again after the pause. `failure`: what kept it from succeeding, in words. */
export async function postponeEntry(
  row: OutboxRow,
  nextAt: number,
  failure: string | null = null,
  inFront = false,
): Promise<void> {
  const triedAt = new Date().toISOString()
  await onDevice(() =>
    db.outbox.update(row.seq ?? 0, { state: 'waiting', nextAt, failure, triedAt, inFront }),
  )
}

/**
 * The server refused it. It stays, with the server's words, until the person does something about it. A save of
 * several answers is first taken apart, and an upload of which some files are bad, so that they do not hold the
 * others back.
 */
export async function parkEntry(
  row: OutboxRow,
  problem: string,
  errors: readonly Readonly<Record<string, string>>[] = [],
): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.blobs], async () => {
      if (!(await db.outbox.get(row.seq ?? 0))) return
      if (await setAsideRefused(row, errors)) return
      if (row.endpoint !== 'surveys.autoSave') {
        const isUpload = row.endpoint === 'media.upload'
        if (isUpload) await parkCopiesOf(row, problem)
        if (isUpload && !(await takeBackChanges(row))) return db.outbox.delete(row.seq ?? 0)
        const input = isUpload ? null : row.input
        const tried = { failure: problem, triedAt: new Date().toISOString() }
        await db.outbox.update(row.seq ?? 0, { state: 'parked', problem, input, ...tried })
        return
      }
      await parkSave(row, problem)
    }),
  )
}

/** Parked entries of a survey (or one of them) go once more. */
export async function retryParked(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.outbox
      .where({ account, survey })
      .and(({ state }) => state === 'parked')
      .modify({ state: 'waiting', problem: null, nextAt: 0 }),
  )
}

async function parkSave(row: OutboxRow, problem: string): Promise<void> {
  const answers = await db.answers.where({ entry: row.id }).toArray()
  await db.outbox.delete(row.seq ?? 0)
  const alone = answers.length === 1
  for (const [place, answer] of answers.entries()) {
    const given = alone
      ? { state: 'parked' as const, problem, input: null, triedAt: new Date().toISOString() }
      : { input: saveInput(row.survey, [answer]) }
    // In the place of the old one, in front of whatever waits behind it.
    await putOne(row, answer, { ...given, seq: (row.seq ?? 0) + place / 8192 })
  }
}

/** Its key is new: what it says is not what the old one said. */
async function putOne(
  row: OutboxRow,
  answer: { readonly account: string; readonly id: string },
  given: Pick<OutboxRow, 'input'> & Partial<OutboxRow>,
): Promise<void> {
  const id = v7()
  const { account, survey, endpoint, subSection, madeAt } = row
  await db.outbox.add(newEntry(account, { survey, endpoint, subSection, madeAt, id, ...given }))
  await db.answers.update([account, answer.id], { entry: id })
}
