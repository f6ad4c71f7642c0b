import { addPlan } from '#contract/media/plans.ts'
import { call, unreachedFailure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { isCollecting, sendingToken } from '#web/lib/session/session.ts'
import { db, onDevice } from '../../store/database.ts'
import type { FrozenEntry } from '../../store/outbox-rows.ts'
import type { PlanPictureRow } from '../../store/rows.ts'
import { sendPlanInParts } from '../../upload/plan-parts.ts'
import type { SendResult } from '../../upload/send-result.ts'

/** Milliseconds. A plan has up to ten megabytes, and the network may be slow. */
const patience = 300_000

/** Uploads a plan in parts that can resume, or in one call if the server knows no parts. */
export async function sendPlan(
  row: FrozenEntry<'plans.add'>,
  signal: AbortSignal,
): Promise<SendResult<'plans.add'>> {
  const { body } = row.input
  const picture = await onDevice(() => db.planPictures.get([row.account, row.id]))
  if (!picture) {
    const message = t('plans.notKept')
    return { ok: false, status: 410, errors: [{ message }], message }
  }
  const token = sendingToken(row.account)
  // Another account has logged in meanwhile, and its session must not send this account's data.
  if (token === null) return unreachedFailure()
  const named = { ...body, id: row.id, filename: filenameOf(body.name, picture) }
  const sent = isCollecting(row.account)
    ? null
    : await sendPlanInParts({ row, picture, named, token, signal })
  if (sent) return sent
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value ?? '')
  form.append('picture', new Blob([picture.bytes], { type: picture.type }), named.filename)
  return call(addPlan, { body }, { key: row.id, form, signal, timeout: patience, account: row.account })
}

function filenameOf(name: string, { type }: PlanPictureRow): string {
  return `${name}.${type.split('/')[1] ?? 'png'}`
}
