import type { InputOf } from '#contract/endpoint.ts'
import type { addPlan, renamePlan, setPin } from '#contract/plans.ts'
import type { PlanEdit } from '#survey/edit/edit.ts'
import { planOf } from '../outbox/plan-entry.ts'
import type { OutboxRow } from '../store/rows.ts'

/** What an entry will do to the survey's floor plans; nothing for any other entry. */
export function planEdits(row: OutboxRow): PlanEdit[] {
  const planId = planOf(row)
  if (planId === null) return []
  const at = row.madeAt
  switch (row.endpoint) {
    case 'plans.add':
      return [{ kind: 'add-plan', planId, name: (row.input as InputOf<typeof addPlan>).body.name, at }]
    case 'plans.rename':
      return [{ kind: 'rename-plan', planId, name: (row.input as InputOf<typeof renamePlan>).body.name, at }]
    case 'plans.delete':
      return [{ kind: 'remove-plan', planId, at }]
    case 'plans.setPin':
      return [pinEdit(planId, row.input as InputOf<typeof setPin>)]
    default:
      return []
  }
}

function pinEdit(planId: string, { params, body }: InputOf<typeof setPin>): PlanEdit {
  const { x, y, edited_at: at } = body
  const place = x === null || y === null ? null : { x, y }
  return { kind: 'set-pin', planId, subSectionId: params.sub_section_id, place, at }
}
