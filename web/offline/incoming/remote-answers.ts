import type { AnswersChanged } from '#contract/survey-events.ts'
import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnverified } from '../store/unverified.ts'
import { answersIn, withAnswers } from './newer-answers.ts'

/**
 * Takes answers that somebody else saved into the server's copy on this device, and tells every tab. What was typed
 * here and waits to be sent is not touched. false = the device does not know the parts of some of them: its copy of
 * the survey has to be read again.
 */
export async function storeRemoteAnswers(
  account: string,
  survey: string,
  { answers, progress, last_edited }: AnswersChanged,
): Promise<boolean> {
  // Its revisions say nothing against those from before the server's data were put back.
  if (await isUnverified(account, survey)) return false
  const newer = new Map(answers.map((wire) => [wire.id, liveAnswer(wire)]))
  const taken = await onDevice(() =>
    db.transaction('rw', [db.surveys, db.sections, db.answers], async () => {
      const head = (await db.surveys.get([account, survey]))?.head
      if (!head) return null
      await db.surveys.update([account, survey], { head: { ...head, progress, last_edited } })
      const known = await putAnswers(account, survey, newer)
      const rows = await db.answers.bulkGet([...newer.keys()].map((id): [string, string] => [account, id]))
      const waiting = rows.flatMap((row) => (row && row.entry !== '' ? [row.id] : []))
      return { known, waiting }
    }),
  )
  if (!taken) return true
  publish(account, { kind: 'live', survey, answers: [...newer.values()], waiting: taken.waiting })
  return taken.known === newer.size
}

/** How many of them have their place on this device. */
async function putAnswers(
  account: string,
  survey: string,
  newer: ReadonlyMap<string, RemoteAnswer>,
): Promise<number> {
  let known = 0
  for (const row of await db.sections.where({ account, survey }).toArray()) {
    const found = answersIn(row.detail).filter(({ id }) => newer.has(id)).length
    if (found === 0) continue
    known += found
    const detail = withAnswers(row.detail, newer)
    if (detail !== row.detail) await db.sections.put({ ...row, detail })
  }
  return known
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
