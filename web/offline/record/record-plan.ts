import type { PinPlace } from '#survey/plan.ts'
import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { isPinPlacement } from '../operations/pin-placement.ts'
import { isPlanAddition } from '../operations/plan-addition.ts'
import { isPlanRename } from '../operations/plan-rename.ts'
import { planOf } from '../operations/registry.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { Bytes, PlanRow } from '../store/rows.ts'

export interface PickedPlan extends Pick<PlanRow, 'id' | 'name' | 'width' | 'height' | 'thumbnail'> {
  readonly data: Bytes
}

/** Stores floor plans, their pictures and entries in one transaction. */
export async function recordPlans(
  account: string,
  survey: string,
  picked: readonly PickedPlan[],
): Promise<void> {
  const rows = picked.map(({ data: _, ...plan }): PlanRow => ({ account, survey, ...plan }))
  const pictures = picked.map(({ id, data }) => ({ account, survey, id, ...data }))
  const entries = picked.map(({ id, name }) => {
    const input: PayloadOf<'plans.add'> = { body: { id, user_survey_id: survey, name } }
    return newEntry(account, { survey, endpoint: 'plans.add', input, id })
  })
  const ids = entries.map(({ id }) => id)
  await onDeviceIfRoom(() =>
    db.transaction('rw', [db.plans, db.planPictures, db.outbox], async () => {
      // Already stored by an attempt that only lost its confirmation.
      if ((await db.outbox.where('id').anyOf(ids).count()) > 0) return
      await db.plans.bulkAdd(rows)
      await db.planPictures.bulkAdd(pictures)
      await db.outbox.bulkAdd(entries)
    }),
  )
}

/** Renames a plan. A plan that was never sent is sent under its new name. */
export async function recordPlanName(
  account: string,
  survey: string,
  plan: string,
  name: string,
): Promise<void> {
  const input: PayloadOf<'plans.rename'> = { params: { id: plan }, body: { name } }
  await onDevice(() =>
    db.transaction('rw', [db.plans, db.outbox], async () => {
      await db.plans.update([account, plan], { name })
      const adding = await addingEntry(account, plan)
      if (adding && !mayHaveLeft(adding)) {
        await db.outbox.put({ ...adding, input: { body: { ...adding.input.body, name } } })
        return
      }
      await dropWaiting(account, survey, (row) => isPlanRename(row) && planOf(row) === plan)
      await db.outbox.add(newEntry(account, { survey, endpoint: 'plans.rename', input }))
    }),
  )
}

/**
 * Removes a plan with its unsent changes; asks the server to delete it if the server may have it. A plan that
 * is being sent keeps its picture, because it may have to be resent before the deletion.
 */
export async function recordPlanRemoval(account: string, survey: string, plan: string): Promise<void> {
  const input: PayloadOf<'plans.delete'> = { params: { id: plan } }
  await onDevice(() =>
    db.transaction('rw', [db.plans, db.planPictures, db.outbox], async () => {
      const adding = await addingEntry(account, plan)
      // An entry that is being sent, by this or another device, precedes the deletion.
      const stays = adding?.state === 'sending' || adding?.parcel !== undefined
      await dropWaiting(account, survey, (row) => planOf(row) === plan && !(stays && row.id === plan))
      if (!stays) {
        await db.planPictures.delete([account, plan])
        await db.plans.delete([account, plan])
      }
      if (adding && (!mayHaveLeft(adding) || isOnlyHere(adding))) return
      await db.outbox.add(newEntry(account, { survey, endpoint: 'plans.delete', input }))
    }),
  )
}

/** Stores a pin's place, and replaces unsent earlier ones. */
export async function recordPin(
  account: string,
  {
    survey,
    plan,
    subSection,
  }: { readonly survey: string; readonly plan: string; readonly subSection: string },
  place: PinPlace | null,
  at: string,
): Promise<void> {
  const input: PayloadOf<'plans.setPin'> = {
    params: { id: plan, sub_section_id: subSection },
    body: { x: place?.x ?? null, y: place?.y ?? null, edited_at: at },
  }
  const isOfPin = (row: OutboxRow): row is EntryOf<'plans.setPin'> =>
    isPinPlacement(row) && row.input.params.id === plan && row.subSection === subSection
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      // The page was left before the commit, and the next page has moved the pin.
      const rows = await db.outbox.where({ account, survey }).toArray()
      if (rows.some((row) => isOfPin(row) && row.input.body.edited_at > at)) return
      await dropWaiting(account, survey, isOfPin)
      await db.outbox.add(newEntry(account, { survey, endpoint: 'plans.setPin', input, subSection }))
    }),
  )
}

/** Returns the plan's own entry, which has the plan's id. */
async function addingEntry(account: string, plan: string): Promise<EntryOf<'plans.add'> | undefined> {
  const entry = await db.outbox.where({ id: plan }).first()
  return entry?.account === account && isPlanAddition(entry) ? entry : undefined
}

/** Rejected, and no other device can retry it. */
function isOnlyHere({ state, parcel }: OutboxRow): boolean {
  return state === 'parked' && parcel === undefined
}

async function dropWaiting(
  account: string,
  survey: string,
  which: (row: OutboxRow) => boolean,
): Promise<void> {
  await db.outbox
    .where({ account, survey })
    .and((row) => row.state !== 'sending' && which(row))
    .delete()
}
