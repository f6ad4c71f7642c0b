import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { countParam, Done, exactly, Id, ListMeta, record } from '../wire.ts'

/** The server's hourly jobs. */
export const jobNames = [
  'over',
  'history',
  'replays',
  'rates',
  'links',
  'overdue',
  'messages',
  'surveys',
  'events',
  'accounts',
  'guests',
  'files',
  'parts',
  'copies',
  'exports',
  'strays',
] as const
export type JobName = (typeof jobNames)[number]

const Part = z.enum(['ok', 'down', 'full'])

export const systemState = endpoint({
  name: 'admin.systemState',
  method: 'GET',
  path: '/admin/system',
  summary: 'Version, health, disk, jobs, and how often the app was opened where that is counted',
  access: 'admin',
  reply: z.object({
    data: z.object({
      version: z.string(),
      node: z.string(),
      database_version: z.string(),
      started_at: z.string(),
      health: z.object({
        database: Part,
        files: Part,
        /** Files in the database that are missing in the store; null = not counted yet. */
        missing_files: z.nullable(z.number()),
      }),
      /** Of the files' disk; null if the system does not report it. */
      disk: z.nullable(z.object({ free_bytes: z.number(), total_bytes: z.number() })),
      /** Since the start; failures are logged and retried in the next round. */
      jobs: z.array(
        z.object({ name: z.enum(jobNames), last_run_at: z.nullable(z.string()), failed: z.boolean() }),
      ),
      /**
       * By the backup command on this data; null = none yet. `missing_files`: files that the backup lacks.
       */
      last_backup: z.nullable(z.object({ at: z.string(), missing_files: z.number() })),
      messages: z.object({ waiting: z.number(), failed: z.number() }),
      app_loaded: z.object({
        is_counted: z.boolean(),
        today: z.number(),
        last_7_days: z.number(),
        last_30_days: z.number(),
      }),
    }),
  }),
})

/** Administrators see whose survey it is, but not its name, which is private to the owner. */
export const deletedSurveys = endpoint({
  name: 'admin.deletedSurveys',
  method: 'GET',
  path: '/admin/deleted_surveys',
  summary:
    'Everybody’s deleted surveys that can still be restored, the last deleted first; none of their words',
  access: 'admin',
  query: exactly({
    page: countParam(1, 1, 1_000_000),
    per_page: countParam(limits.adminPageSize, 1, limits.listPageSizeMax),
  }),
  reply: z.object({
    data: z.array(
      record(
        z.object({
          owner_id: z.string(),
          owner_name: z.string(),
          template_name: z.string(),
          date_created: z.string(),
          deleted_at: z.string(),
          restorable_until: z.string(),
          /** Photos, videos and plans. */
          files: z.number(),
        }),
      ),
    ),
    meta: ListMeta,
  }),
})

export const restoreForOwner = endpoint({
  name: 'admin.restoreSurvey',
  method: 'POST',
  path: '/admin/deleted_surveys/{id}/restore',
  summary: 'Bring somebody’s deleted survey back to its owner',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: Done,
  fails: ['survey.notFound', 'survey.restoreTooLate'],
})
