import type { PlanItem } from '#contract/media/plan-item.ts'
import { db } from '../../store/database.ts'
import type { OperationReply, OutboxRow } from '../../store/outbox-rows.ts'

/** Stores the plan in the server's copy of the survey. Call inside the acknowledging transaction. */
export async function putPlan(
  row: OutboxRow,
  { data }: OperationReply<'plans.add' | 'plans.rename' | 'plans.setPin'>,
): Promise<void> {
  await changePlans(row, (plans) => withPlan(plans, data.attributes))
}

/** Keeps the device's name if the reply has none, as for a former owner. */
function withPlan(plans: readonly PlanItem[], plan: PlanItem): readonly PlanItem[] {
  const others = plans.filter(({ id }) => id !== plan.id)
  const name = plan.name || (plans.find(({ id }) => id === plan.id)?.name ?? '')
  return [...others, { ...plan, name }].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Changes the plans in the server's copy of the survey. Call inside the acknowledging transaction. */
export async function changePlans(
  { account, survey }: OutboxRow,
  change: (plans: readonly PlanItem[]) => readonly PlanItem[],
): Promise<void> {
  const head = (await db.copies.get([account, survey]))?.head
  if (!head) return
  await db.copies.update([account, survey], { head: { ...head, plans: [...change(head.plans ?? [])] } })
}
