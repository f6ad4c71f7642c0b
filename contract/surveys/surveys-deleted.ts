import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { countParam, Done, exactly, Id, ListMeta, record } from '../wire.ts'
import { ListItem } from './surveys.ts'

export const DeletedItem = z.object({
  ...ListItem.shape,
  deleted_at: z.string(),
  /** Deadline for restoring it; then it is purged. */
  restorable_until: z.string(),
})

export const listDeleted = endpoint({
  name: 'surveys.listDeleted',
  method: 'GET',
  path: '/bx_block_survey/users_survey/deleted',
  summary: 'The account’s deleted surveys that can still be restored, the last deleted first',
  access: 'surveyor',
  query: exactly({
    per_page: countParam(limits.listPageSize, 1, limits.listPageSizeMax),
    page: countParam(1, 1, 1_000_000),
  }),
  reply: z.object({ data: z.array(record(DeletedItem)), meta: ListMeta }),
  offline: 'cache',
})

/** Only for a survey that was deleted before: nothing is purged in one step. */
export const deleteForGood = endpoint({
  name: 'surveys.deleteForGood',
  method: 'DELETE',
  path: '/bx_block_survey/users_survey/{id}/for_good',
  summary: 'Remove a deleted survey with its answers, photos, videos and plans; it cannot be restored',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['survey.ownerOnly', 'survey.notFound', 'survey.notDeleted'],
  offline: 'queue',
})
