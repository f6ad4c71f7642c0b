import { v7 } from 'uuid'
import { autoSave } from '#contract/surveys/surveys.ts'
import { call } from '#web/lib/http/call.ts'
import { db } from '../../store/database.ts'
import type { EntryOf } from '../../store/outbox-rows.ts'
import { savePayload } from '../answer-save.ts'
import { newEntry } from '../entries.ts'
import { nothing } from '../operation.ts'
import { acknowledgeSave } from './acknowledge-save.ts'
import { callOptions } from './call-options.ts'
import type { RemoteOperation } from './remote-operation.ts'

type Save = EntryOf<'surveys.autoSave'>

export const answerSaveRemote: RemoteOperation<'surveys.autoSave'> = {
  endpoint: autoSave,
  prepare: nothing,
  send: (entry, signal) => call(autoSave, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: takeApart,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  acknowledge: async (entry, reply) => (reply ? { save: await acknowledgeSave(entry, reply) } : {}),
}

/**
 * Splits a rejected save into one save per answer, so that one answer doesn't block the others. A rejected
 * save of one answer is parked.
 */
async function takeApart(row: Save, problem: string): Promise<void> {
  const answers = await db.answers.where({ entry: row.id }).toArray()
  await db.outbox.delete(row.seq ?? 0)
  const alone = answers.length === 1
  for (const [place, answer] of answers.entries()) {
    const given = alone
      ? { state: 'parked' as const, problem, input: null, triedAt: new Date().toISOString() }
      : { input: savePayload(row.survey, [answer]) }
    // Same position in the outbox as the old entry.
    await putOne(row, answer, { ...given, seq: (row.seq ?? 0) + place / 8192 })
  }
}

/** Uses a new key, because the payload differs. */
async function putOne(
  row: Save,
  answer: { readonly account: string; readonly id: string },
  given: Pick<Save, 'input'> & Partial<Save>,
): Promise<void> {
  const id = v7()
  const { account, survey, endpoint, subSection, madeAt } = row
  await db.outbox.add(newEntry(account, { survey, subSection, madeAt, id, ...given, endpoint }))
  await db.answers.update([account, answer.id], { entry: id })
}
