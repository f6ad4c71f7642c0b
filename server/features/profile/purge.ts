import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** Tables with an account's own rows, besides surveys and files; removed with the account. */
export const ownTables = [
  'api_key',
  'account_photo',
  'bulk_upload',
  'export',
  'session',
  'social_identity',
  'social_attempt',
  'contact',
  'passkey',
  'passkey_challenge',
  'code',
  'mailed_link',
  'message',
  'legal_answer',
  'survey_member',
  'survey_contributor',
  'collection_code',
  'team_member',
  'team_opened',
  'resumable_upload',
] as const

/** Tables that name the account as author of records that stay; the name is removed. */
export const namingTables = ['legal_text', 'custom_form'] as const

/** Tables where a version of such a thing says who published it. */
export const publishingTables = ['custom_form_version'] as const

/** An editor's answers belong to the survey they were entered in, with its history. */
export const editedTables = ['answer', 'answer_history', 'recovered_answer'] as const

/** Accounts deleted before `moment` that have no survey left. */
export async function findPurgeable(db: Db, moment: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('deleted_at', '<', moment)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('survey').select('survey.id').whereRef('survey.account_id', '=', 'account.id'))),
    )
    .orderBy('deleted_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Surveys of such accounts count as deleted when their account was. */
export async function givePurgeableSurveys(db: Db, moment: Date): Promise<void> {
  await sql`
    update survey set deleted_at = account.deleted_at from account
    where survey.account_id = account.id and account.deleted_at < ${moment}
      and (survey.deleted_at is null or survey.deleted_at > account.deleted_at)`.execute(db)
}

/**
 * Removes one account; returns the store keys that may be removed after the commit. Empty if it was restored or
 * is gone.
 */
export async function purgeAccount(db: Db, id: string, moment: Date): Promise<readonly string[]> {
  const due = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '<', moment)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return []
  const photos = await db
    .selectFrom('account_photo')
    .select('store_key')
    .where('account_id', '=', id)
    .execute()
  const files = await db
    .selectFrom('rendition')
    .innerJoin('stored_file', 'stored_file.id', 'rendition.file_id')
    .select('rendition.store_key')
    .where('stored_file.account_id', '=', id)
    .execute()
  const exports = await db
    .selectFrom('export')
    .select('store_key')
    .where('account_id', '=', id)
    .where('store_key', 'is not', null)
    .$narrowType<{ store_key: string }>()
    .execute()
  for (const table of ownTables) await db.deleteFrom(table).where('account_id', '=', id).execute()
  await db.deleteFrom('stored_file').where('account_id', '=', id).execute()
  for (const table of namingTables)
    await db.updateTable(table).set({ created_by: null }).where('created_by', '=', id).execute()
  await db.updateTable('custom_form').set({ updated_by: null }).where('updated_by', '=', id).execute()
  for (const table of publishingTables)
    await db.updateTable(table).set({ published_by: null }).where('published_by', '=', id).execute()
  for (const table of editedTables)
    await db.updateTable(table).set({ edited_by: null }).where('edited_by', '=', id).execute()
  // Stored replies for repeated calls contain what the person read and wrote.
  await db.deleteFrom('replay').where('scope', '=', id).execute()
  await db.deleteFrom('account').where('id', '=', id).execute()
  return [...photos, ...files, ...exports].map(({ store_key }) => store_key)
}
