import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { plainText } from '../rules/plain-text.ts'
import { Done, Id, Instant, single } from '../wire.ts'
import { PlanItem } from './plan-item.ts'
import { ResumableId, resumableAddress, Sha256 } from './resumable.ts'

const Name = z
  .string()
  .check(
    z.overwrite(oneLine),
    z.minLength(1, 'plans.nameMissing'),
    z.maxLength(limits.planNameMax, 'plans.nameTooLong'),
  )

const share = z.nullable(
  z.number('common.invalid').check(z.gte(0, 'common.invalid'), z.lte(1, 'common.invalid')),
)

export const addPlan = endpoint({
  name: 'plans.add',
  method: 'POST',
  path: '/bx_block_survey/survey_plans',
  summary: 'Add a floor plan to a survey',
  access: 'surveyor',
  collects: true,
  upload: 'multipart',
  /** Text parts by these names; file part: `picture`, in one of the photo formats. */
  body: z.object({ id: z.optional(Id), user_survey_id: Id, name: Name }),
  reply: single(PlanItem),
  status: 201,
  fails: [
    'survey.readOnly',
    'survey.notFound',
    'plan.tooMany',
    'plan.gone',
    'media.noFiles',
    'media.wrongType',
    'media.photoTooLarge',
    'media.tooManyPixels',
    'media.unreadable',
    'id.taken',
  ],
  offline: 'queue',
})

/**
 * The same with a picture uploaded in parts. Two more failures: 422 on `sha256` if the received bytes differ
 * from the device's, 410 on `upload` if nothing was received. The upload is released once stored.
 */
export const addPlanResumed = endpoint({
  name: 'plans.addResumed',
  method: 'POST',
  path: '/bx_block_survey/survey_plans/resumed',
  summary: `Add a floor plan whose picture arrived in parts at /api${resumableAddress} (tus 1.0.0) to a survey`,
  access: 'surveyor',
  body: z.object({
    id: Id,
    user_survey_id: Id,
    name: Name,
    /** The upload that received its bytes. */
    upload: ResumableId,
    sha256: Sha256,
    /** File name as in the multipart call. */
    filename: z.string().check(z.overwrite((name) => plainText(name.slice(-limits.fileNameMax)))),
  }),
  reply: single(PlanItem),
  status: 201,
  fails: [
    'survey.readOnly',
    'survey.notFound',
    'plan.tooMany',
    'plan.gone',
    'media.wrongType',
    'media.photoTooLarge',
    'media.tooManyPixels',
    'media.unreadable',
    'media.damaged',
    'media.uploadGone',
    'id.taken',
  ],
  offline: 'queue',
})

const ById = z.object({ id: Id })

export const renamePlan = endpoint({
  name: 'plans.rename',
  method: 'PATCH',
  path: '/bx_block_survey/survey_plans/{id}',
  summary: 'Give a floor plan another name',
  access: 'surveyor',
  params: ById,
  body: z.object({ name: Name }),
  reply: single(PlanItem),
  fails: ['survey.readOnly', 'plan.notFound'],
  offline: 'queue',
})

export const deletePlan = endpoint({
  name: 'plans.delete',
  method: 'DELETE',
  path: '/bx_block_survey/survey_plans/{id}',
  summary: 'Take a floor plan and its pins out of the survey',
  access: 'surveyor',
  params: ById,
  reply: Done,
  fails: ['survey.readOnly', 'plan.notFound'],
  offline: 'queue',
})

/** One pin per sub-section and plan. The later `edited_at` wins, regardless of arrival order. */
export const setPin = endpoint({
  name: 'plans.setPin',
  method: 'PUT',
  path: '/bx_block_survey/survey_plans/{id}/pins/{sub_section_id}',
  summary: 'Put a sub-section on a floor plan, move it, or take it away',
  access: 'surveyor',
  collects: true,
  params: z.object({ id: Id, sub_section_id: Id }),
  /** Both null = removed. */
  body: z
    .object({ x: share, y: share, edited_at: Instant })
    .check(z.refine(({ x, y }) => (x === null) === (y === null), 'common.invalid')),
  reply: single(PlanItem),
  fails: ['survey.handedOver', 'survey.readOnly', 'plan.notFound', 'survey.partNotFound'],
  offline: 'queue',
})

/** Opened by `<img>`: the signed address authorizes reading. */
export const planFile = endpoint({
  name: 'plans.file',
  method: 'GET',
  path: '/files/plan/{ticket}',
  summary: 'The picture behind a signed address of a floor plan',
  access: 'ticket',
  params: z.object({ ticket: z.string().check(z.maxLength(1_000)) }),
  fails: ['ticket.expired', 'file.gone'],
  offline: 'cache',
})
