import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exactly, Id, record } from '../wire.ts'
export const answerHistory = endpoint({
  name: 'surveys.history',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/history',
  summary: 'Who changed an answer, when, and what it was before',
  access: 'surveyor',
  whole: true,
  params: z.object({ id: Id }),
  query: exactly({ detail_id: Id }),
  reply: z.object({
    data: z.array(
      record(
        z.object({
          field_value: z.string(),
          field_value_multiple: z.array(z.string()),
          revision: z.number(),
          edited_at: z.nullable(z.string()),
          received_at: z.string(),
          edited_by: z.string(),
          /** `replaced` by a later value, or `lost` against a value that was already later. */
          outcome: z.enum(['replaced', 'lost']),
        }),
      ),
    ),
  }),
  fails: ['survey.notFound', 'survey.partNotFound'],
})
