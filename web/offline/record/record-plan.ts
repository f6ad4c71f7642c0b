import type { PinPlace } from '#survey/plan.ts'
import { mayHaveLeft, newEntry } from '../operations/entries.ts'
import { planOf } from '../operations/plan-entry.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { Bytes, PlanRow } from '../store/rows.ts'

export interface PickedPlan extends Pick<PlanRow, 'id' | 'name' | 'width' | 'height' | 'thumbnail'> {
  readonly data: Bytes
}

/** Floor plans: what they are, their pictures and what will send them, together or not at all. */
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
      // They are there: the store was closed in the moment of the commit.
      if ((await db.outbox.where('id').anyOf(ids).count()) > 0) return
      await db.plans.bulkAdd(rows)
      await db.planPictures.bulkAdd(pictures)
      await db.outbox.bulkAdd(entries)
    }),
  )
}

/** A plan that was never sent just goes by its new name. */
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
      await dropWaiting(account, survey, (row) => row.endpoint === 'plans.rename' && planOf(row) === plan)
      await db.outbox.add(newEntry(account, { survey, endpoint: 'plans.rename', input }))
    }),
  )
}

/**
 * Takes a plan away with everything that waits for it; the server is asked where it may have it. What is being sent
 * at this moment keeps its picture: it may have to be sent again, in front of the deletion.
 */
export async function recordPlanRemoval(account: string, survey: string, plan: string): Promise<void> {
  const input: PayloadOf<'plans.delete'> = { params: { id: plan } }
  await onDevice(() =>
    db.transaction('rw', [db.plans, db.planPictures, db.outbox], async () => {
      const adding = await addingEntry(account, plan)
      // What is being sent, or may be from another device, goes in front of the deletion.
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

/** A pin's newest place; an earlier one that waits says nothing any more. */
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
    row.endpoint === 'plans.setPin' && row.input.params.id === plan && row.subSection === subSection
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      // The page was left before it was kept, and the next one has moved the pin.
      const rows = await db.outbox.where({ account, survey }).toArray()
      if (rows.some((row) => isOfPin(row) && row.input.body.edited_at > at)) return
      await dropWaiting(account, survey, isOfPin)
      await db.outbox.add(newEntry(account, { survey, endpoint: 'plans.setPin', input, subSection }))
    }),
  )
}

/** Its entry has the plan's own id. */
async function addingEntry(account: string, plan: string): Promise<EntryOf<'plans.add'> | undefined> {
  const entry = await db.outbox.where({ id: plan }).first()
  return entry?.account === account && entry.endpoint === 'plans.add' ? entry : undefined
}

/** Refused, and carried to no other device that may try again. */
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
