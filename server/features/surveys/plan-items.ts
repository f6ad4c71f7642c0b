import { sql } from 'kysely'
import type { PlanItem } from '#contract/media/plan-item.ts'
import type { Db } from '#server/context.ts'
import { type Rendition, signTicket } from '#server/http/ticket.ts'
import type { Plan } from '#survey/plan.ts'
import { pinId } from '#survey/plans.ts'
import type { MediaSigner, RenditionFacts } from './media-items.ts'

/** A floor plan that is not deleted, with its pins and its file's properties. */
export interface PlanRow {
  readonly id: string
  readonly surveyId: string
  readonly name: string
  readonly createdAt: Date
  readonly pins: readonly PinRow[]
  readonly renditions: readonly RenditionFacts[]
}

interface PinRow {
  readonly subSectionId: string
  readonly number: number
  readonly x: number | null
  readonly y: number | null
  /** Milliseconds since 1970. */
  readonly editedAt: number
}

/** Reads plans in order. The caller has authorized the survey. */
export async function readPlans(
  db: Db,
  { surveyId, id }: { readonly surveyId: string; readonly id?: string },
): Promise<readonly PlanRow[]> {
  let query = db.selectFrom('plan').where('survey_id', '=', surveyId).where('deleted_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  return query
    .select(['plan.id', 'plan.survey_id as surveyId', 'plan.name', 'plan.created_at as createdAt'])
    .select([pinsOfPlan().as('pins'), renditionsOfPlan().as('renditions')])
    .orderBy('plan.id')
    .execute()
}

/**
 * Pins of existing sub-sections, or repeated adding and deleting would make the reply ever longer. The newest
 * pin is always included, since devices continue from its number.
 */
function pinsOfPlan() {
  return sql<PinRow[]>`(
    select coalesce(json_agg(json_build_object(
      'subSectionId', plan_pin.sub_section_id, 'number', plan_pin.number, 'x', plan_pin.x, 'y', plan_pin.y,
      'editedAt', round(date_part('epoch', plan_pin.edited_at) * 1000)) order by plan_pin.number), '[]')
    from plan_pin join sub_section on sub_section.id = plan_pin.sub_section_id
    where plan_pin.plan_id = plan.id and (sub_section.deleted_at is null
      or plan_pin.number = (select max(newest.number) from plan_pin newest where newest.plan_id = plan.id))
  )`
}

function renditionsOfPlan() {
  return sql<RenditionFacts[]>`(
    select coalesce(json_agg(json_build_object(
      'name', rendition.name, 'contentType', rendition.content_type, 'size', rendition.size,
      'width', rendition.width, 'height', rendition.height)), '[]')
    from rendition where rendition.file_id = plan.file_id
  )`
}

/** The plan as the survey engine knows it. */
export function planOf({ id, name, pins }: PlanRow): Plan {
  return {
    id,
    name,
    pins: pins.map(({ subSectionId, number, x, y, editedAt }) => ({
      id: pinId(id, subSectionId),
      subSectionId,
      number,
      place: x === null || y === null ? null : { x, y },
      editedAt: new Date(editedAt).toISOString(),
    })),
  }
}

/** A plan for its survey's owner, with signed addresses. */
export function presentPlan(plan: PlanRow, signer: MediaSigner): PlanItem {
  const there = (name: Rendition) => plan.renditions.find((one) => one.name === name)
  const view = there('view')
  return {
    id: plan.id,
    name: plan.name,
    url: addressOf(plan, 'view', signer),
    thumbnail_url: there('thumb') ? addressOf(plan, 'thumb', signer) : null,
    original_url: addressOf(plan, 'original', signer),
    width: view?.width ?? null,
    height: view?.height ?? null,
    pins: plan.pins.map(({ subSectionId, number, x, y, editedAt }) => ({
      user_survey_sub_section_id: subSectionId,
      number,
      x,
      y,
      edited_at: new Date(editedAt).toISOString(),
    })),
  }
}

/** A path without a host, so that it works under every name of the server. */
function addressOf(plan: PlanRow, rendition: Rendition, { key, holder, now }: MediaSigner): string {
  return `/api/files/plan/${signTicket(key, { what: 'plan', subject: plan.id, rendition, holder }, now)}`
}
