import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { doesSomething, exactly, Id, record, single } from '../wire.ts'

const path = '/bx_block_custom_forms/survey_moves'

/** An answer whose field a version removes or restores. */
const EarlierLine = z.object({
  id: Id,
  section_name: z.string(),
  /** '' for a single part without a title. */
  sub_section_name: z.string(),
  field_name: z.string(),
  field_type: z.string(),
  /** Formatted as in a report. */
  field_value: z.string(),
  photos: z.number(),
  videos: z.number(),
})

/** The effect of a move on one survey. */
const MovePlan = z.object({
  /** Answers that stay, move to another section, return, and lose their field. */
  kept: z.number(),
  moved: z.number(),
  back: z.number(),
  earlier: z.number(),
  /** Answers that stay, but whose options are no longer offered. */
  not_offered: z.number(),
  /** New fields, and those that become mandatory. */
  added: z.array(
    z.object({
      section_name: z.string(),
      field_name: z.string(),
      is_mandatory: z.boolean(),
      is_new: z.boolean(),
    }),
  ),
  /** The answers themselves; null for callers who move others' surveys and may not read them. */
  answers: z.nullable(
    z.object({
      moved: z.array(z.object({ id: Id, field_name: z.string(), from: z.string(), to: z.string() })),
      back: z.array(EarlierLine),
      earlier: z.array(EarlierLine),
      not_offered: z.array(
        z.object({
          id: Id,
          section_name: z.string(),
          field_name: z.string(),
          options: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type MovePlan = z.infer<typeof MovePlan>

/** A completed move. */
const Move = z.object({
  survey_id: Id,
  from_template_id: Id,
  from_version: z.number(),
  to_template_id: Id,
  to_version: z.number(),
  moved_at: z.string(),
  /** '' if the account is deleted. */
  moved_by: z.string(),
  /** Deadline for undoing it; null if that is impossible: it is undone, or another move followed. */
  undo_until: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
})

export const moveSurveys = endpoint({
  name: 'surveyMoves.move',
  method: 'POST',
  path,
  summary: 'Move surveys to a newer version of their template: one’s own, or as an admin anybody’s',
  access: 'surveyor',
  body: z.object({
    survey_ids: z
      .array(Id)
      .check(z.minLength(1, 'common.invalid'), z.maxLength(limits.surveysMovedMax, 'common.tooLarge')),
    /** The version to move to. */
    survey_template_id: Id,
    /** Only returns the plan. */
    dry_run: z._default(z.boolean(), false),
  }),
  /** In the order of `survey_ids`, each id once. All are moved, or none is. */
  reply: z.object({
    data: z.array(
      record(
        z.object({
          /** `unchanged`: it has this version already. */
          state: z.enum(['planned', 'moved', 'unchanged']),
          /** For undoing it; null if nothing was moved. */
          move_id: z.nullable(Id),
          from_version: z.number(),
          to_version: z.number(),
          plan: MovePlan,
        }),
      ),
    ),
  }),
  fails: [
    'survey.notFound',
    'survey.ownerOnly',
    'template.notFound',
    'move.otherTemplate',
    'move.notNewer',
    'id.taken',
    'survey.tooLarge',
  ],
  replayable: doesSomething,
  /** A device with both versions moves the survey at once and notifies the server later. */
  offline: 'queue',
})

export const undoMove = endpoint({
  name: 'surveyMoves.undo',
  method: 'POST',
  path: `${path}/{id}/undo`,
  summary: 'Undo the last move of a survey, within 30 days',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: single(Move),
  fails: [
    'move.notFound',
    'survey.ownerOnly',
    'move.notLast',
    'move.undoTooLate',
    'id.taken',
    'survey.tooLarge',
  ],
})

export const listMoves = endpoint({
  name: 'surveyMoves.list',
  method: 'GET',
  path,
  summary: 'Whether there is a newer version for a survey, and how it was moved so far, the last move first',
  access: 'surveyor',
  query: exactly({ user_survey_id: Id }),
  reply: z.object({
    data: z.array(record(Move)),
    meta: z.object({
      survey_name: z.string(),
      /** Whether the caller may move it. */
      may_move: z.boolean(),
      /** The survey's current version. */
      version: z.number(),
      /** The newest published version, if newer. */
      newer: z.nullable(z.object({ survey_template_id: Id, version: z.number(), name: z.string() })),
    }),
  }),
  fails: ['survey.notFound'],
})

/** For moving many at once. An admin learns which surveys there are, and nothing of what is in them. */
export const surveysBehind = endpoint({
  name: 'surveyMoves.behind',
  method: 'GET',
  path: `${path}/behind`,
  summary:
    'The caller’s surveys on an older version of a template than this one, of an admin all; oldest first',
  access: 'surveyor',
  query: exactly({
    survey_template_id: Id,
    /** Only open surveys: those that were not submitted. */
    status: z.optional(z.enum(['Started'], 'common.invalid')),
  }),
  reply: z.object({
    data: z.array(record(z.object({ version: z.number() }))),
    /** The total number; at most `limits.surveysBehindMax` are listed. */
    meta: z.object({ total: z.number() }),
  }),
  fails: ['template.notFound'],
})
