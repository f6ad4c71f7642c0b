import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { FilterDate, TimeZone } from '../rules/date-range.ts'
import { Done, exactly, Id, Instant, record, SearchText, single } from '../wire.ts'
import { Status } from './surveys.ts'

/** `waiting` exports are written one after the other. `expired`: the file was deleted after a day. */
export const exportStates = ['waiting', 'running', 'done', 'failed', 'canceled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** Columns in addition to those of the answers. */
export const exportColumns = [
  'review_state',
  'earlier_answers',
  'unchecked_copies',
  'photo_positions',
] as const

/** Surveys that an export names, and those that a filter of the list selects, are alternatives. */
export const exportFilter = {
  search_query: z.optional(SearchText),
  start_date: z.optional(FilterDate),
  end_date: z.optional(FilterDate),
  edited_since: z.optional(Instant),
  status: z.optional(z.enum(Status.options, 'common.invalid')),
  survey_template_id: z.optional(Id),
}

const Named = z.union([
  Id,
  z.array(Id).check(z.minLength(1, 'common.invalid'), z.maxLength(limits.exportNamedMax, 'common.tooLarge')),
])

const Asked = exactly({
  format: z.enum(['csv', 'xlsx', 'json', 'geojson'], 'common.invalid'),
  /** One id, or several. Without ids and filter, all surveys of the list are exported. */
  user_survey_id: z.optional(Named),
  ...exportFilter,
  /** For `start_date` and `end_date`, and for the time in the file's name. */
  time_zone: z._default(TimeZone, 'UTC'),
  headers: z._default(z.enum(['keys', 'labels', 'both'], 'common.invalid'), 'labels'),
  values: z._default(z.enum(['labels', 'values'], 'common.invalid'), 'labels'),
  checkboxes: z._default(z.enum(['one_column', 'column_per_option'], 'common.invalid'), 'one_column'),
  columns: z._default(
    z
      .array(z.enum(exportColumns, 'common.invalid'))
      .check(z.maxLength(exportColumns.length, 'common.invalid')),
    [],
  ),
})
export type ExportRequest = z.input<typeof Asked>

const Export = z.object({
  state: z.enum(exportStates),
  format: z.enum(['csv', 'xlsx', 'json', 'geojson']),
  /** Percent. */
  progress: z.number(),
  /** Surveys to write; once done, those in the file. null = not counted yet. */
  surveys: z.nullable(z.number()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When the file is deleted; null = there is no file. */
  expires_at: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  byte_size: z.nullable(z.number()),
  /** A signed path, for download only. It works for an hour at most; a later call returns a new one. */
  url: z.nullable(z.string()),
  /** Why it failed, as a sentence for the user. */
  error: z.nullable(z.string()),
})
export const ExportRecord = record(Export)
export type ExportRecord = z.infer<typeof ExportRecord>

const One = z.object({ id: Id })

export const createExport = endpoint({
  name: 'exports.create',
  method: 'POST',
  path: '/bx_block_survey/exports',
  summary: 'Export surveys as tables: those named, or those that a filter of the list selects',
  access: 'surveyor',
  body: Asked,
  reply: single(Export),
  status: 202,
  fails: ['survey.notFound', 'export.twoSelections', 'export.tooLarge', 'export.tooMany', 'export.busy'],
  rates: [{ limit: limits.exportsPerHour, seconds: 3_600, by: 'account' }],
})

export const listExports = endpoint({
  name: 'exports.list',
  method: 'GET',
  path: '/bx_block_survey/exports',
  summary: 'The own exports of the last day, the latest first',
  access: 'surveyor',
  reply: z.object({ data: z.array(ExportRecord) }),
})

export const exportDetail = endpoint({
  name: 'exports.detail',
  method: 'GET',
  path: '/bx_block_survey/exports/{id}',
  summary: 'An own export: its state, its progress, and the address of its file',
  access: 'surveyor',
  params: One,
  reply: single(Export),
  fails: ['export.notFound'],
})

export const deleteExport = endpoint({
  name: 'exports.delete',
  method: 'DELETE',
  path: '/bx_block_survey/exports/{id}',
  summary: 'Cancel an own export that is unfinished; remove one that is finished, with its file',
  access: 'surveyor',
  params: One,
  reply: Done,
  fails: ['export.notFound'],
})

/** Opened by plain links: the signed address authorizes reading. */
export const exportFile = endpoint({
  name: 'exports.file',
  method: 'GET',
  path: '/files/exports/{ticket}',
  summary: 'The file of an export, for saving',
  access: 'ticket',
  params: z.object({ ticket: z.string().check(z.maxLength(200)) }),
  fails: ['ticket.expired', 'file.gone'],
})
