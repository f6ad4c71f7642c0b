import type { InputOf } from '#contract/endpoint.ts'
import { addPlanResumed } from '#contract/media/plans.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { PlanPictureRow, PlanRow } from '../store/rows.ts'
import { sha256Of } from './file-hash.ts'
import { deletePart } from './send-part.ts'
import type { SendResult } from './send-result.ts'
import { keyOfPart, maxRestarts, sendOrRestart, uploadNameOf } from './upload-parts.ts'

/** Milliseconds. The server makes previews before it replies. */
const patience = 180_000

export interface SendingPlan {
  readonly row: OutboxRow
  readonly picture: PlanPictureRow
  readonly named: Omit<InputOf<typeof addPlanResumed>['body'], 'upload' | 'sha256'>
  readonly token: string
  readonly signal: AbortSignal
}

/**
 * Uploads a plan's picture in parts, then creates the plan with one call. Progress is stored with the plan.
 * Returns null if the server, or a proxy, knows no parts.
 */
export async function sendPlanInParts(sending: SendingPlan): Promise<SendResult<'plans.add'> | null> {
  const { row, picture, named, token, signal } = sending
  const known = await onDevice(() => db.plans.get([row.account, row.id]))
  let { resume, arrived } = known ?? {}
  if (arrived === undefined) {
    const sha256 = await sha256Of(picture.bytes)
    const begun = (address: string) => {
      resume = address
      void keep(row, { resume: address }).catch(logError('upload address')) // After a crash, the upload starts over.
    }
    const sent = await sendOrRestart({
      bytes: picture.bytes,
      resume,
      token,
      signal,
      begun,
      progress: () => {},
    })
    if (signal.aborted && resume) await deletePart(resume, token)
    if (sent.kind !== 'arrived') return sent.kind === 'failed' ? sent.failure : null
    resume = sent.address
    arrived = sha256
    await keep(row, { resume, arrived })
  }
  const body = { ...named, upload: uploadNameOf(resume), sha256: arrived }
  const options = { key: keyOfPart(resume), account: row.account, signal, timeout: patience }
  const sent = await call(addPlanResumed, { body }, options)
  if (signal.aborted && resume) await deletePart(resume, token)
  return sent.ok ? sent : orAnew(sending, sent, resume)
}

/** Starts over if bytes arrived damaged or expired. After `maxRestarts` times, returns the failure. */
async function orAnew({ row, token }: SendingPlan, failure: Failure, resume?: string): Promise<Failure> {
  const fields = failure.errors.flatMap((line) => Object.keys(line))
  if (!fields.includes('sha256') && !fields.includes('upload')) return failure
  const { anew = 0 } = (await onDevice(() => db.plans.get([row.account, row.id]))) ?? {}
  const given = anew >= maxRestarts
  await forgetArrived(row, given ? 0 : anew + 1)
  if (resume) await deletePart(resume, token)
  return given ? failure : { ...failure, status: 0 }
}

function forgetArrived({ account, id }: OutboxRow, anew: number): Promise<number> {
  return onDevice(() =>
    db.plans.where({ account, id }).modify((row: { -readonly [Key in keyof PlanRow]: PlanRow[Key] }) => {
      delete row.resume
      delete row.arrived
      row.anew = anew
    }),
  )
}

async function keep({ account, id }: OutboxRow, known: Partial<PlanRow>): Promise<void> {
  await onDevice(() => db.plans.update([account, id], known))
}
