import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id } from '../wire.ts'

/**
 * Server-sent events: what other people, devices and sessions change in this survey. The caller's own session does
 * not hear its own changes. Every event's `id` grows in the order in which the changes were committed; given back as
 * the header `Last-Event-ID` or as `last_event_id`, the stream begins right behind it: nothing is missed and nothing
 * comes out of order. Where so much is no longer known, one `survey` comes instead.
 *
 * A device that has no id yet opens the stream first and reads the survey once `open` has come: what changes after
 * that comes as an event.
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
  offline: 'needs-network',
})

/** `event: open`, the first of every stream; its id is where the stream begins. */
export const StreamOpen = z.object({})

/** `event: answers`: saves changed these. Values are those of the moment of sending. */
export const AnswersChanged = z.object({
  answers: z.array(
    z.object({
      id: Id,
      field_value: z.string(),
      field_value_multiple: z.array(z.string()),
      revision: z.number(),
      edited_at: z.nullable(z.string()),
      copied_from: z.nullable(Id),
      /** Who gave the value; '' where nobody knows. */
      edited_by: z.string(),
    }),
  ),
  progress: z.string(),
  last_edited: z.string(),
})
export type AnswersChanged = z.infer<typeof AnswersChanged>

/** `event: survey`: something else changed (sub-sections, media, plans, status, name): read the survey again. */
export const SurveyChanged = z.object({ last_edited: z.string() })
export type SurveyChanged = z.infer<typeof SurveyChanged>

/**
 * What an administrator or author did to a template that surveys begin with: the list of templates is another. Without
 * an id and with nothing in it; who was not connected reads the list of templates when it comes again.
 */
export const templateEvents = ['templates.published', 'templates.archived', 'templates.restored'] as const
export type TemplateEvent = (typeof templateEvents)[number]

/** `event: gone`: deleted, or the caller may not read it any more. The stream ends. */
export const SurveyGone = z.object({})
