import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { TimeZone } from '../rules/date-range.ts'
import { oneLine } from '../rules/one-line.ts'
import {
  countParam,
  Done,
  doesSomething,
  exactly,
  Id,
  ListMeta,
  record,
  SearchText,
  single,
} from '../wire.ts'
import { FormDocument, FormField } from './form-document.ts'

const path = '/bx_block_custom_forms/custom_forms'
const Note = z.string().check(z.overwrite(oneLine), z.maxLength(limits.formNoteMax, 'contacts.tooLong'))
const One = z.object({ id: Id })

/** `draft`: never published; `published`: for new surveys; `archived`: for none, or hidden by an admin. */
export const FormState = z.enum(['draft', 'published', 'archived'])

export const FormItem = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  picture: z.nullable(z.string()),
  state: FormState,
  /** Shipped with the app: can be read, exported and copied, but not changed. */
  is_library: z.boolean(),
  /** Increases with every change of the draft; a save names the revision it is based on. */
  revision: z.number(),
  /** The newest published version (0 = none), and its id in `survey_templates`. */
  version: z.number(),
  survey_template_id: z.nullable(z.string()),
  /** The draft differs from the newest published version. */
  has_unpublished_changes: z.boolean(),
  sections: z.number(),
  fields: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
})

/** A fault that blocks publishing a draft. */
export const FormFault = z.object({
  /** Keys; null = the form or the section itself. */
  section: z.nullable(z.string()),
  field: z.nullable(z.string()),
  /** The property: 'name', 'key', 'options', 'showIf', 'constraint', 'calculation', 'choiceFilter', ... */
  property: z.string(),
  /** In the user's language. */
  message: z.string(),
})

export const FormDetail = z.extend(FormItem, {
  form: FormDocument,
  /** The newest published version, if the draft differs. Only in the reply to reading the template. */
  published_form: z.optional(FormDocument),
  faults: z.array(FormFault),
})

export const listForms = endpoint({
  name: 'customForms.list',
  method: 'GET',
  path,
  summary: 'Templates that people make, and those that ship: search, state, paging',
  access: 'surveyor',
  query: exactly({
    search_query: z._default(SearchText, ''),
    state: z.optional(FormState),
    page: countParam(1, 1, 1_000_000),
    per_page: countParam(limits.listPageSize, 1, limits.listPageSizeMax),
  }),
  reply: z.object({ data: z.array(record(FormItem)), meta: ListMeta }),
  fails: ['access.denied'],
})

export const readForm = endpoint({
  name: 'customForms.details',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'A template with its draft and what keeps it from being published',
  access: 'surveyor',
  large: true,
  params: One,
  reply: single(FormDetail),
  fails: ['access.denied', 'form.notFound'],
})

/**
 * The fields used in most of the account's own drafts and versions; omits rules that refer to other fields.
 */
export const oftenUsedFields = endpoint({
  name: 'customForms.oftenUsed',
  method: 'GET',
  path: `${path}/often_used_fields`,
  summary: 'Fields that the account has in several of its templates, to be offered for the next one',
  access: 'surveyor',
  reply: z.object({ data: z.array(FormField) }),
  fails: ['access.denied'],
})

/** The result of an import: every row is imported, or a note explains what was done. */
export const ImportReport = z.object({
  /** Rows of the sheet `survey` that have a type. */
  rows: z.number(),
  imported: z.number(),
  notes: z.array(
    z.object({
      sheet: z.string(),
      /** Row number from 1, as in spreadsheets; null = the whole sheet. */
      row: z.nullable(z.number()),
      column: z.nullable(z.string()),
      level: z.enum(['info', 'warning', 'error']),
      message: z.string(),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

/** 201; a dry run, which stores nothing, returns 200. */
export const createForm = endpoint({
  name: 'customForms.create',
  method: 'POST',
  path,
  summary:
    'Make a template: from nothing, from a version of another one, from a document, or from a form in the part `file`',
  access: 'surveyor',
  upload: 'sheet',
  /**
   * As JSON: `form`, or `survey_template_id` of a version to copy, or only a `name`. As multipart: the part
   * `file` (XLSX, XLS, CSV, Markdown or JSON).
   */
  body: z.object({
    id: z.optional(Id),
    name: z.optional(
      z.string().check(z.overwrite(oneLine), z.maxLength(limits.formLineMax, 'contacts.tooLong')),
    ),
    survey_template_id: z.optional(Id),
    /** Of a shipped template, as listed by `custom_forms`. */
    library_id: z.optional(Id),
    form: z.optional(FormDocument),
    /** Stores nothing. */
    dry_run: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  }),
  reply: z.object({
    data: record(FormDetail),
    meta: z.object({ import: z.optional(ImportReport) }),
  }),
  status: 201,
  dryRun: true,
  replayable: doesSomething,
  fails: [
    'access.denied',
    'id.taken',
    'template.notFound',
    'form.notAForm',
    'form.noFile',
    'form.fileTooLarge',
    'form.tooMany',
    'request.tooMany',
  ],
})

export const saveForm = endpoint({
  name: 'customForms.save',
  method: 'PUT',
  path,
  aliases: [`${path}/{id}`],
  summary: 'Save a draft. One that was made on an older revision is refused and changes nothing',
  access: 'surveyor',
  body: z.object({ id: Id, revision: z.int().check(z.gte(0)), form: FormDocument }),
  reply: single(FormDetail),
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly', 'form.stale'],
  bodyBytes: limits.jsonBodyBytes,
})

/**
 * One account edits a draft at a time, the others view it, until the editor leaves, times out, or another
 * takes over.
 */
export const announceEditing = endpoint({
  name: 'customForms.editing',
  method: 'POST',
  path: `${path}/{id}/editing`,
  summary: 'Say that one has a template open to edit it, and learn whether somebody else edits it',
  access: 'surveyor',
  large: true,
  params: One,
  body: z.object({ take_over: z.optional(z.boolean()), leave: z.optional(z.boolean()) }),
  reply: single(
    z.object({
      is_mine: z.boolean(),
      /** The editing account's name. */
      name: z.string(),
      since: z.string(),
      /** Of the draft on the server. */
      revision: z.number(),
    }),
  ),
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly'],
  replayable: false,
})

export const publishForm = endpoint({
  name: 'customForms.publish',
  method: 'POST',
  path: `${path}/{id}/publish`,
  summary: 'Publish the draft as the next version, which new surveys begin with',
  access: 'surveyor',
  params: One,
  body: z.object({ note: z.optional(Note), revision: z.optional(z.int()) }),
  reply: single(FormDetail),
  fails: [
    'access.denied',
    'form.notFound',
    'form.libraryOnly',
    'form.stale',
    'form.faults',
    'form.unchanged',
  ],
})

export const archiveForm = endpoint({
  name: 'customForms.archive',
  method: 'POST',
  path: `${path}/{id}/archive`,
  summary: 'No new surveys with it; nothing else changes. A template that ships: admins only',
  access: 'surveyor',
  params: One,
  reply: single(FormItem),
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly'],
})

export const restoreForm = endpoint({
  name: 'customForms.restore',
  method: 'POST',
  path: `${path}/{id}/restore`,
  summary: 'Offer an archived template again. A template that ships: admins only',
  access: 'surveyor',
  params: One,
  reply: single(FormItem),
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly'],
})

/** Only for templates that were never published; published ones can be archived, because surveys use them. */
export const deleteForm = endpoint({
  name: 'customForms.delete',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a draft that was never published',
  access: 'surveyor',
  params: One,
  reply: Done,
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly', 'form.published'],
})

export const formVersions = endpoint({
  name: 'customForms.versions',
  method: 'GET',
  path: `${path}/{id}/versions`,
  summary: 'The published versions, the newest first',
  access: 'surveyor',
  params: One,
  reply: z.object({
    data: z.array(
      record(
        z.object({
          version: z.number(),
          survey_template_id: z.string(),
          note: z.string(),
          published_at: z.string(),
          published_by: z.string(),
          /** Surveys that follow it now and are not deleted. */
          surveys: z.number(),
          /** Edits that were not submitted. */
          open_surveys: z.number(),
        }),
      ),
    ),
  }),
  fails: ['access.denied', 'form.notFound'],
})

/** `draft` or the number of a version. */
const VersionOrDraft = z.union([z.literal('draft'), z.string().check(z.regex(/^\d{1,6}$/, 'common.invalid'))])

export const FormChange = z.object({
  kind: z.enum(['added', 'removed', 'renamed', 'moved', 'changed']),
  section: z.string(),
  /** null = the section itself. */
  field: z.nullable(z.string()),
  /** The displayed name: the newer one, or the last one of a removed item. */
  name: z.string(),
  property: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type FormChange = z.infer<typeof FormChange>

export const formDifference = endpoint({
  name: 'customForms.difference',
  method: 'GET',
  path: `${path}/{id}/difference`,
  summary: 'What changed from one version to another, or to the draft',
  access: 'surveyor',
  params: One,
  query: exactly({ from: VersionOrDraft, to: VersionOrDraft }),
  reply: z.object({ data: z.array(FormChange) }),
  fails: ['access.denied', 'form.notFound', 'form.versionNotFound'],
})

export const reviveFormVersion = endpoint({
  name: 'customForms.revive',
  method: 'POST',
  path: `${path}/{id}/draft`,
  summary: 'Take a published version up again as the draft',
  access: 'surveyor',
  params: One,
  body: z.object({ version: z.int().check(z.gte(1), z.lte(999_999)), revision: z.int().check(z.gte(0)) }),
  reply: single(FormDetail),
  fails: ['access.denied', 'form.notFound', 'form.libraryOnly', 'form.stale', 'form.versionNotFound'],
})

/** A stream of bytes for download. Without a version: the draft, or a shipped template's newest version. */
export const exportForm = endpoint({
  name: 'customForms.export',
  method: 'GET',
  path: `${path}/{id}/export`,
  summary: 'A template as JSON, or as an XLSForm: XLSX, or its sheets one after the other in CSV',
  access: 'surveyor',
  params: One,
  query: exactly({
    format: z._default(z.enum(['json', 'xlsx', 'csv']), 'json'),
    version: z.optional(VersionOrDraft),
  }),
  fails: ['access.denied', 'form.notFound', 'form.versionNotFound'],
})

const SampleAnswer = z.object({
  section: z.string().check(z.maxLength(limits.formKeyMax)),
  /** Index of the sub-section, from 0. */
  part: z.int().check(z.gte(0), z.lt(limits.samplePartsMax)),
  /** null = the part's title. */
  field: z.nullable(z.string().check(z.maxLength(limits.formKeyMax))),
  value: z.string().check(z.maxLength(limits.answerMax, 'surveys.answerTooLong')),
  values: z
    .array(z.string().check(z.maxLength(limits.formLineMax)))
    .check(z.maxLength(limits.formOptionsMax)),
})

/**
 * A stream of bytes. The call contains the draft, which may be newer than the saved one; nothing is stored.
 */
export const sampleReport = endpoint({
  name: 'customForms.sampleReport',
  method: 'POST',
  path: `${path}/{id}/sample_report`,
  summary: 'The report as PDF of a draft that was filled to try it',
  access: 'surveyor',
  params: One,
  body: z.object({
    form: FormDocument,
    time_zone: z.optional(TimeZone),
    answers: z.array(SampleAnswer).check(z.maxLength(limits.sampleAnswersMax)),
  }),
  fails: [
    'access.denied',
    'form.notFound',
    'form.faults',
    'request.tooLarge',
    'report.tooMany',
    'report.busy',
    'report.tooLarge',
  ],
  rates: [{ limit: limits.samplesPerTenMinutes, seconds: 600, by: 'account' }],
  replayable: false,
  bodyBytes: limits.jsonBodyBytes,
})
