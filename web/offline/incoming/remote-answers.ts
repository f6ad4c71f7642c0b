import type { AnswersChanged } from '#contract/surveys/survey-events.ts'
import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnverified } from '../store/unverified.ts'
import { storeNewerAnswers } from './newer-answers.ts'

/**
 * Stores answers saved by other users in the device's copy, and publishes them to all tabs. Unsent edits
 * stay. Returns false if some sub-sections are unknown, so the survey has to be read again.
 */
export async function storeRemoteAnswers(
  account: string,
  survey: string,
  { answers, progress, last_edited }: AnswersChanged,
): Promise<boolean> {
  // Revisions can't be compared across a server rollback.
  if (await isUnverified(account, survey)) return false
  const newer = answers.map(liveAnswer)
  const taken = await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.answers], async () => {
      const copy = await db.copies.get([account, survey])
      if (!copy) return null
      await db.copies.update([account, survey], { head: { ...copy.head, progress, last_edited } })
      const known = await storeNewerAnswers(copy, newer)
      const rows = await db.answers.bulkGet(newer.map(({ id }): [string, string] => [account, id]))
      const waiting = rows.flatMap((row) => (row && row.entry !== '' ? [row.id] : []))
      return { known, waiting }
    }),
  )
  if (!taken) return true
  publish(account, { kind: 'live', survey, answers: newer, waiting: taken.waiting })
  return taken.known === newer.length
}

function liveAnswer(wire: AnswersChanged['answers'][0]): RemoteAnswer {
  return {
    id: wire.id,
    value: wire.field_value,
    values: wire.field_value_multiple,
    revision: wire.revision,
    editedAt: wire.edited_at,
    copiedFrom: wire.copied_from,
    by: wire.edited_by,
  }
}
