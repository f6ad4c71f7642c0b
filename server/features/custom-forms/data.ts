import { type Selectable, sql } from 'kysely'
import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Db } from '#server/context.ts'
import { folded, searchPattern } from '#server/db/search-pattern.ts'
import type { CustomFormVersion } from '#server/db/tables.ts'

/** A form without its document, for lists. */
export interface FormHead {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly category: string | null
  readonly picture: string | null
  readonly sections: number
  readonly fields: number
  readonly revision: number
  readonly archived_at: Date | null
  /** The newest published version; null: none. */
  readonly version: number | null
  readonly template_id: string | null
  /** Whether the draft equals that version. */
  readonly is_published: boolean
  readonly created_at: Date
  readonly updated_at: Date
  /** null = the account is gone. */
  readonly updated_by_name: string | null
}

export interface FormRow extends FormHead {
  readonly document: FormDocument
  readonly created_by: string | null
}

export interface FormFilter {
  readonly search: string
  readonly state: 'draft' | 'published' | 'archived' | undefined
}

/** Serializes creations, so that a concurrent one counts the other. */
export async function lockForms(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('custom_form'))`.execute(db)
}

export async function countForms(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('custom_form')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a page of matching forms, last changed first. */
export async function listForms(
  db: Db,
  filter: FormFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly FormHead[]> {
  return heads(db)
    .where(matches(filter))
    .orderBy('custom_form.updated_at', 'desc')
    .orderBy('custom_form.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countMatching(db: Db, filter: FormFilter): Promise<number> {
  const { count } = await standing(db)
    .where(matches(filter))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findForm(db: Db, id: string): Promise<FormRow | null> {
  const row = await heads(db)
    .select(['custom_form.document', 'custom_form.created_by'])
    .where('custom_form.id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, document: documentIn(row) } : null
}

/** Locks the form until the transaction ends. */
export async function lockForm(db: Db, id: string): Promise<FormRow | null> {
  await db.selectFrom('custom_form').select('id').where('id', '=', id).forUpdate().execute()
  return findForm(db, id)
}

/** null = the account is gone. */
export async function nameOf(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.name ?? null
}

function matches({ search, state }: FormFilter) {
  const named =
    search === ''
      ? sql<boolean>`true`
      : sql<boolean>`${folded(sql`custom_form.name`)} like ${searchPattern(search)}`
  if (state === 'archived') return sql<boolean>`${named} and custom_form.archived_at is not null`
  if (!state) return named
  const version = state === 'draft' ? sql`newest.version is null` : sql`newest.version is not null`
  return sql<boolean>`${named} and custom_form.archived_at is null and ${version}`
}

function standing(db: Db) {
  const newest = db
    .selectFrom('custom_form_version')
    .distinctOn('form_id')
    .select(['form_id', 'version', 'template_id', 'document'])
    .orderBy('form_id')
    .orderBy('version', 'desc')
  return db
    .selectFrom('custom_form')
    .leftJoin('account', 'account.id', 'custom_form.updated_by')
    .leftJoin(newest.as('newest'), 'newest.form_id', 'custom_form.id')
}

function heads(db: Db) {
  return standing(db).select([
    'custom_form.id',
    'custom_form.name',
    'custom_form.revision',
    'custom_form.archived_at',
    'custom_form.created_at',
    'custom_form.updated_at',
    'newest.version',
    'newest.template_id',
    sql<string | null>`custom_form.document->>'description'`.as('description'),
    sql<string | null>`custom_form.document->>'category'`.as('category'),
    sql<string | null>`custom_form.document->>'picture'`.as('picture'),
    sql<number>`jsonb_array_length(custom_form.document->'sections')`.as('sections'),
    sql<number>`(select coalesce(sum(jsonb_array_length(section->'fields')), 0)::integer
      from jsonb_array_elements(custom_form.document->'sections') as section)`.as('fields'),
    sql<boolean>`coalesce(newest.document = custom_form.document, false)`.as('is_published'),
    sql<string | null>`account.first_name || ' ' || account.last_name`.as('updated_by_name'),
  ])
}

export interface Change {
  readonly accountId: string
  readonly now: Date
}

/** Returns false if the id is taken. */
export async function addForm(db: Db, id: string, document: FormDocument, by: Change): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('custom_form')
    .values({
      id,
      name: document.name,
      document: JSON.stringify(document),
      created_at: by.now,
      created_by: by.accountId,
      updated_at: by.now,
      updated_by: by.accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function changeDraft(db: Db, id: string, document: FormDocument, by: Change): Promise<void> {
  await db
    .updateTable('custom_form')
    .set(({ eb }) => ({
      name: document.name,
      document: JSON.stringify(document),
      revision: eb('revision', '+', 1),
      updated_at: by.now,
      updated_by: by.accountId,
    }))
    .where('id', '=', id)
    .execute()
}

export async function archiveForm(db: Db, id: string, at: Date | null): Promise<void> {
  await db.updateTable('custom_form').set({ archived_at: at }).where('id', '=', id).execute()
}

export async function deleteForm(db: Db, id: string): Promise<void> {
  await db.deleteFrom('custom_form').where('id', '=', id).execute()
}

export interface NewVersion extends Change {
  readonly formId: string
  readonly version: number
  readonly templateId: string
  readonly document: FormDocument
  readonly note: string
}

export async function addVersion(db: Db, made: NewVersion): Promise<void> {
  await db
    .insertInto('custom_form_version')
    .values({
      form_id: made.formId,
      version: made.version,
      template_id: made.templateId,
      document: JSON.stringify(made.document),
      note: made.note,
      published_at: made.now,
      published_by: made.accountId,
    })
    .execute()
}

export type VersionRow = Pick<
  Selectable<CustomFormVersion>,
  'version' | 'template_id' | 'note' | 'published_at'
> & { readonly by: string | null; readonly surveys: number; readonly open: number }

export async function listVersions(db: Db, formId: string): Promise<readonly VersionRow[]> {
  const rows = await db
    .selectFrom('custom_form_version as made')
    .leftJoin('account', 'account.id', 'made.published_by')
    .select(({ selectFrom, fn }) => [
      'made.version',
      'made.template_id',
      'made.note',
      'made.published_at',
      sql<string | null>`account.first_name || ' ' || account.last_name`.as('by'),
      selectFrom('survey')
        .select(fn.countAll<number>().as('count'))
        .whereRef('survey.template_id', '=', 'made.template_id')
        .where('survey.deleted_at', 'is', null)
        .as('surveys'),
      selectFrom('survey')
        .select(fn.countAll<number>().as('count'))
        .whereRef('survey.template_id', '=', 'made.template_id')
        .where('survey.deleted_at', 'is', null)
        .where('survey.status', '=', 'Started')
        .as('open'),
    ])
    .where('made.form_id', '=', formId)
    .orderBy('made.version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, surveys: Number(row.surveys), open: Number(row.open) }))
}

/** Returns a version's source document with shared lists; null: not created here. */
export async function findDocument(db: Db, templateId: string): Promise<FormDocument | null> {
  const row = await db
    .selectFrom('custom_form_version')
    .select('document')
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  return row ? documentIn(row) : null
}

export async function findVersion(db: Db, formId: string, version: number): Promise<FormDocument | null> {
  const row = await db
    .selectFrom('custom_form_version')
    .select('document')
    .where('form_id', '=', formId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? documentIn(row) : null
}

/** Stored documents were validated when written (`addForm`, `changeDraft`). */
function documentIn({ document }: Pick<Selectable<CustomFormVersion>, 'document'>): FormDocument {
  return document as unknown as FormDocument
}
