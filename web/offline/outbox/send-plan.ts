import type { InputOf } from '#contract/endpoint.ts'
import { addPlan } from '#contract/plans.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import type { Sent } from './send.ts'

/** A plan has up to ten megabytes, and the network may be a slow one. */
const patience = 300_000

export async function sendPlan(row: OutboxRow, signal: AbortSignal): Promise<Sent> {
  const { body } = row.input as InputOf<typeof addPlan>
  const picture = await onDevice(() => db.planPictures.get([row.account, row.id]))
  if (!picture) {
    const message = say('plans.notKept')
    return { ok: false, status: 410, errors: [{ message }], message }
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value ?? '')
  const ending = picture.type.split('/')[1] ?? 'png'
  form.append('picture', new Blob([picture.bytes], { type: picture.type }), `${body.name}.${ending}`)
  return call(addPlan, { body }, { key: row.id, form, signal, timeout: patience, account: row.account })
}
