import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { countParam, exactly, Id, record } from '../wire.ts'
import { ListItem, Status } from './surveys.ts'

/** A place in the order of changes: the time of a change in UTC and the survey's id. Opaque to programs. */
export const Cursor = z.string().check(
  z.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'common.invalid',
  ),
  z.refine((text) => !Number.isNaN(Date.parse(text.slice(0, text.indexOf('_')))), 'common.invalid'),
)

/** For programs that keep a copy of the surveys. */
export const surveyChanges = endpoint({
  name: 'surveys.changes',
  method: 'GET',
  path: '/bx_block_survey/users_survey/changes',
  summary: 'Surveys in the order of their last change, and the ids of those that are gone',
  access: 'surveyor',
  query: exactly({
    /** `next_cursor` of the previous page; absent = from the beginning. */
    cursor: z.optional(Cursor),
    per_page: countParam(limits.listPageSizeMax, 1, limits.listPageSizeMax),
    status: z.optional(z.enum(Status.options, 'common.invalid')),
    /** The id of any of a template's versions. */
    survey_template_id: z.optional(Id),
    /** The id of the account that owns the survey. */
    owner_id: z.optional(Id),
    /** Surveys that this team lets the account read, instead of its own and those shared with it. */
    team_id: z.optional(Id),
  }),
  reply: z.object({
    data: z.array(record(ListItem)),
    /** Deleted, or no longer shared with the account. A restored survey is in `data` again. */
    gone: z.array(z.object({ id: Id, gone_at: z.string() })),
    meta: z.object({
      /**
       * Where the next page begins. At the end it is a few minutes in the past, since a change may be committed
       * late: the latest surveys come twice.
       */
      next_cursor: Cursor,
      has_more: z.boolean(),
    }),
  }),
  fails: ['team.notFound'],
})
