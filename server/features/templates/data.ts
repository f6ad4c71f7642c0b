import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { acceptsAnswersOf } from '#survey/fields/registry.ts'
import { everyField, fieldKey } from '#survey/move/field-identity.ts'
import type { Template, TemplateField, TemplateSection } from '#survey/template.ts'
import { forReader, textsForReader } from '#survey/translate.ts'

export interface SeriesTemplate extends Template {
  readonly series: string
}

/** Adds missing versions. Existing ones stay unchanged, since surveys have pinned them. */
export async function addMissingTemplates(db: Db, templates: readonly SeriesTemplate[]): Promise<void> {
  const rows = templates.map(({ series, ...template }) => ({
    id: template.id,
    series,
    version: template.version,
    name: template.name,
    content: JSON.stringify(template),
  }))
  await db
    .insertInto('template')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Replaces the translations of a version that is otherwise unchanged. */
export async function changeTranslations(db: Db, template: Template): Promise<void> {
  await db
    .updateTable('template')
    .set({ content: JSON.stringify(template) })
    .where('id', '=', template.id)
    .execute()
  known.delete(template.id)
}

/** The newest version of each series that is neither archived nor hidden, in the order the series were begun. */
export async function newestTemplates(db: Db): Promise<readonly { id: string; name: string }[]> {
  const rows = await db
    .selectFrom('template')
    .distinctOn('series')
    .select(['id', 'name', inContent('language'), inContent('languages'), inContent('translations')])
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('custom_form')
            .select('custom_form.id')
            .where(sql`custom_form.id::text`, '=', ref('template.series'))
            .where('archived_at', 'is not', null),
        ),
      ),
    )
    .where('series', 'not in', db.selectFrom('hidden_template').select('series'))
    .orderBy('series')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ id, name, ...said }) => ({ id, name: textsForReader(said)?.name || name }))
}

/** Returns the series that an admin has hidden. */
export async function hiddenSeries(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('hidden_template').select('series').execute()
  return new Set(rows.map(({ series }) => series))
}

/** Hides a series from new surveys, or shows it again. Returns false if nothing changed. */
export async function hideSeries(db: Db, series: string, hide: boolean): Promise<boolean> {
  const changed = hide
    ? await db
        .insertInto('hidden_template')
        .values({ series })
        .onConflict((conflict) => conflict.doNothing())
        .returning('series')
        .execute()
    : await db.deleteFrom('hidden_template').where('series', '=', series).returning('series').execute()
  return changed.length > 0
}

/** Reads single properties, since a version's texts are large. */
function inContent<Key extends 'language' | 'languages' | 'translations'>(key: Key) {
  return sql<Template[Key] | null>`content -> ${sql.lit(key)}`.as(key)
}

/** Returns the series and version of a template; null: none. */
export async function findVersion(
  db: Db,
  id: string,
): Promise<{ readonly series: string; readonly version: number } | null> {
  const row = await db
    .selectFrom('template')
    .select(['series', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the newest version of the series. */
export async function newestOfSeries(db: Db, series: string) {
  return db
    .selectFrom('template')
    .select(['id', 'version', 'name'])
    .where('series', '=', series)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

const known = new Map<string, Template>()
const knownMax = 100

/** Returns one version, cached, since versions never change; null: none. */
export async function findTemplate(db: Db, id: string): Promise<Template | null> {
  const cached = known.get(id)
  if (cached) return cached
  const row = await db.selectFrom('template').select('content').where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const template = row.content as unknown as Template
  if (known.size >= knownMax) known.clear()
  known.set(id, template)
  return template
}

/** Returns the version that a survey has pinned, in the reader's language. */
export async function pinnedTemplate(db: Db, id: string): Promise<Template> {
  const template = await findTemplate(db, id)
  if (!template) throw new Error(`The template ${id} of a survey is missing`)
  return forReader(template)
}

interface Followed {
  readonly template_id: string
  readonly earlier_templates: readonly string[]
}

/** A field of any version that a survey has followed. */
export interface VersionField {
  readonly template: Template
  readonly definition: TemplateSection
  readonly field: TemplateField
}

/**
 * Whether the survey was ever moved to another version. Only then can answers be in other places than their ids
 * say.
 */
export function wasMoved({ earlier_templates }: Pick<Followed, 'earlier_templates'>): boolean {
  return earlier_templates.length > 0
}

/** The versions that a survey has followed, the current one first. */
export async function versionsOf(db: Db, survey: Followed): Promise<readonly Template[]> {
  const versions: Template[] = []
  for (const id of [survey.template_id, ...survey.earlier_templates])
    versions.push(await pinnedTemplate(db, id))
  return versions
}

/** All of their fields by id, including those of titles. */
export function fieldsOf(versions: readonly Template[]): ReadonlyMap<string, VersionField> {
  return new Map(
    versions.flatMap((template) =>
      template.sections.flatMap((definition) =>
        everyField(definition).map((field) => [field.id, { template, definition, field }] as const),
      ),
    ),
  )
}

/** Returns the same field in other versions. A value accepted by any of them is accepted. */
export function sameFieldIn(
  known: ReadonlyMap<string, VersionField>,
  fieldId: string,
): readonly TemplateField[] {
  const own = known.get(fieldId)
  if (!own) return []
  const key = fieldKey(own.definition, own.field)
  return [...known.values()].flatMap(({ definition, field }) =>
    field !== own.field && fieldKey(definition, field) === key && acceptsAnswersOf(own.field, field)
      ? field
      : [],
  )
}
