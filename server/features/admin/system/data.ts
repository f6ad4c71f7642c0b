import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { restorableSince } from '#server/features/surveys/policy.ts'
import type { Template } from '#survey/template.ts'
import { textsForReader } from '#survey/translate.ts'

const restorable = (db: Db, now: Date) =>
  db
    .selectFrom('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    // Restoring an account restores its surveys too.
    .where('account.deleted_at', 'is', null)
    .where('survey.deleted_at', '>=', restorableSince(now))

export async function listDeletedRows(
  db: Db,
  now: Date,
  slice: { readonly limit: number; readonly offset: number },
) {
  const rows = await restorable(db, now)
    .innerJoin('template', 'template.id', 'survey.template_id')
    .select(['survey.id', 'survey.account_id', 'survey.created_at', 'survey.deleted_at', 'template.name'])
    .select([inContent('language'), inContent('languages'), inContent('translations')])
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as('owner_name'))
    .select(
      sql<number>`((select count(*) from media where media.survey_id = survey.id)
        + (select count(*) from plan where plan.survey_id = survey.id))::integer`.as('files'),
    )
    .orderBy('survey.deleted_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return rows.map(({ language, languages, translations, ...row }) => ({
    ...row,
    name: textsForReader({ language, languages, translations })?.name || row.name,
  }))
}

/** Only these of a version's texts are read: all of them together are large. */
function inContent<Key extends 'language' | 'languages' | 'translations'>(key: Key) {
  return sql<Template[Key] | null>`template.content -> ${sql.lit(key)}`.as(key)
}

export async function countDeletedRows(db: Db, now: Date): Promise<number> {
  const counted = restorable(db, now).select((column) => column.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** The owner of a deleted survey; null if there is none. */
export async function ownerOfDeleted(db: Db, surveyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .select('survey.account_id')
    .where('survey.id', '=', surveyId)
    .where('survey.deleted_at', 'is not', null)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.account_id ?? null
}

export async function messagesByState(
  db: Db,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where status = 'queued')::integer as waiting,
      count(*) filter (where status = 'failed')::integer as failed from message`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}

export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
  return rows[0]?.server_version ?? ''
}
