import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { FilterDate, TimeZone } from '../rules/date-range.ts'
import { countParam, exactly, Id, ListMeta, record, SearchText } from '../wire.ts'
import { ListItem } from './surveys.ts'

/** `waiting`: `submitted` (for the first time, or changed after it was accepted) and `resubmitted`. */
export const QueueState = z.enum(['waiting', 'submitted', 'resubmitted', 'sent_back', 'accepted'])
export type QueueState = z.infer<typeof QueueState>

const asked = {
  state: z._default(QueueState, 'waiting'),
  /** A template in all of its versions, as `reviews.summary` names it. */
  template: z.optional(SearchText),
  /** The survey's owner. */
  person: z.optional(Id),
  search_query: z._default(SearchText, ''),
  /** Days of submission, both included. */
  start_date: z.optional(FilterDate),
  end_date: z.optional(FilterDate),
  time_zone: z._default(TimeZone, 'UTC'),
}

export const reviewQueue = endpoint({
  name: 'reviews.queue',
  method: 'GET',
  path: '/bx_block_survey/review_queue',
  summary:
    'The submitted surveys that the caller reviews: waiting ones oldest first, all others newest first',
  access: 'surveyor',
  query: exactly({
    ...asked,
    per_page: countParam(limits.teamPageSize, 1, limits.listPageSizeMax),
    page: countParam(1, 1, 1_000_000),
  }),
  reply: z.object({
    data: z.array(record(z.extend(ListItem, { owner_id: Id, submitted_at: z.string() }))),
    meta: ListMeta,
  }),
})

const Choice = z.object({ id: z.string(), name: z.string() })

export const reviewSummary = endpoint({
  name: 'reviews.summary',
  method: 'GET',
  path: '/bx_block_survey/review_summary',
  summary: 'How many surveys the caller reviews are in each state, of which templates and people',
  access: 'surveyor',
  reply: z.object({
    data: z.object({
      counts: z.record(QueueState, z.number()),
      templates: z.array(Choice),
      people: z.array(Choice),
    }),
  }),
})

const Neighbor = z.nullable(z.object({ id: Id, survey_name: z.string() }))

export const reviewNeighbors = endpoint({
  name: 'reviews.neighbors',
  method: 'GET',
  path: '/bx_block_survey/users_survey/{id}/review_neighbors',
  summary: 'The surveys before and after one in the queue, also after the survey itself has left the queue',
  access: 'surveyor',
  params: z.object({ id: Id }),
  query: exactly(asked),
  reply: z.object({
    data: z.object({
      previous: Neighbor,
      next: Neighbor,
      /** From 1; null: the survey is not among them. */
      position: z.nullable(z.number()),
      total: z.number(),
    }),
  }),
  fails: ['survey.notFound', 'survey.reviewerOnly'],
})
