import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id } from '../wire.ts'

/**
 * Server-sent events: changes to this survey by other people, devices and sessions, but not by the caller's
 * own session. Event ids grow in commit order; sent back as the header `Last-Event-ID` or as `last_event_id`,
 * the stream continues right after that event without gaps. If the server no longer has all of them, a single
 * `survey` event is sent instead.
 * A device without an id opens the stream first and reads the survey after `open`: later changes arrive as
 * events.
 */
export const surveyEvents = endpoint({
  name: 'surveys.events',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/events',
  summary: 'Live changes of a survey as server-sent events',
  access: 'surveyor',
  params: z.object({ id: Id }),
  query: exactly({
    last_event_id: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'common.invalid'))),
  }),
  fails: ['survey.notFound', 'request.tooMany'],
})

/** `event: open`, the first of every stream; its id is the stream's start. */
export const StreamOpen = z.object({})

/** `event: answers`: saves changed these. Values are those at the time of sending. */
export const AnswersChanged = z.object({
  answers: z.array(
    z.object({
      id: Id,
      field_value: z.string(),
      field_value_multiple: z.array(z.string()),
      revision: z.number(),
      edited_at: z.nullable(z.string()),
      copied_from: z.nullable(Id),
      /** Author of the value; '' if unknown. */
      edited_by: z.string(),
    }),
  ),
  progress: z.string(),
  last_edited: z.string(),
})
export type AnswersChanged = z.infer<typeof AnswersChanged>

/**
 * `event: survey`: something else changed (sub-sections, media, plans, status, name): read the survey again.
 * `files`: only files of these answers changed, so `surveys.changedFiles` is enough. An app that does not know
 * `files` reads the survey.
 */
export const SurveyChanged = z.object({ last_edited: z.string(), files: z.optional(z.array(Id)) })
export type SurveyChanged = z.infer<typeof SurveyChanged>

/**
 * A template for new surveys was changed: the list of templates is outdated. No id and no data; a client that
 * was disconnected rereads the list when it reconnects.
 */
export const templateEvents = ['templates.published', 'templates.archived', 'templates.restored'] as const
export type TemplateEvent = (typeof templateEvents)[number]

/** `event: gone`: deleted, or no longer readable by the caller. The stream ends. */
export const SurveyGone = z.object({})
