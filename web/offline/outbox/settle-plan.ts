import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { PlanItem } from '#contract/plan-item.ts'
import type { addPlan, deletePlan } from '#contract/plans.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'

/** Inside the settling transaction: the server's copy of the survey's plans follows. Null = the plan is gone there. */
export async function settlePlan(row: OutboxRow, reply: unknown): Promise<void> {
  if (row.endpoint === 'plans.delete') {
    const { id } = (row.input as InputOf<typeof deletePlan>).params
    await changePlans(row, (plans) => plans.filter((plan) => plan.id !== id))
    await db.plans.delete([row.account, id])
    await db.planPictures.delete([row.account, id])
    return
  }
  if (!reply) return
  const plan = (reply as ReplyOf<typeof addPlan>).data.attributes
  await changePlans(row, (plans) => withPlan(plans, plan))
  // Its picture stays: it is looked at without network too.
  if (row.endpoint === 'plans.add') await db.plans.delete([row.account, plan.id])
}

function withPlan(plans: readonly PlanItem[], plan: PlanItem): readonly PlanItem[] {
  const others = plans.filter(({ id }) => id !== plan.id)
  return [...others, plan].sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function changePlans(
  { account, survey }: OutboxRow,
  change: (plans: readonly PlanItem[]) => readonly PlanItem[],
): Promise<void> {
  const head = (await db.surveys.get([account, survey]))?.head
  if (!head) return
  await db.surveys.update([account, survey], { head: { ...head, plans: [...change(head.plans ?? [])] } })
}
