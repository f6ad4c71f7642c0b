import type { PlanItem } from '#contract/media/plan-item.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'

/**
 * Downloads the pictures of a survey's plans for offline viewing and pinning, one after another. Failed ones
 * are retried when the survey is opened again.
 */
export async function downloadPlanPictures(
  account: string,
  survey: string,
  plans: readonly PlanItem[],
): Promise<void> {
  const known = new Set((await keysOf(account, survey)).map(([, id]) => id))
  const waiting = await onDevice(() => db.plans.where({ account, survey }).primaryKeys())
  const wanted = new Set([...plans.map(({ id }) => id), ...waiting.map(([, id]) => id)])
  const gone = [...known].filter((id) => !wanted.has(id))
  await onDevice(() => db.planPictures.bulkDelete(gone.map((id): [string, string] => [account, id])))
  for (const { id, url } of plans) {
    if (known.has(id)) continue
    const picture = await fetched(url)
    // Store nothing after a logout.
    if (!picture || currentSession()?.userId !== account) return
    await onDevice(() => db.planPictures.put({ account, survey, id, ...picture }))
    publish(account, { kind: 'changed', survey })
  }
}

function keysOf(account: string, survey: string) {
  return onDevice(() => db.planPictures.where({ account, survey }).primaryKeys())
}

async function fetched(url: string): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  try {
    const answer = await fetch(url, { credentials: 'omit' })
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok || !type.startsWith('image/')) return null
    return { bytes: await answer.arrayBuffer(), type }
  } catch {
    // No network: retry at the next read.
    return null
  }
}
