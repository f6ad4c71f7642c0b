import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { fail } from '#server/http/failure.ts'
import { isWithin, type Reader } from '../access.ts'
import { creatorName } from '../creator-name.ts'
import { restorableSince } from '../policy.ts'

const deletedBy = (db: Db, reader: Reader, now: Date) =>
  db
    .selectFrom('survey')
    .where('survey.account_id', '=', reader.id)
    .where(isWithin(reader))
    .where('survey.deleted_at', '>=', restorableSince(now))

/** Returns surveys that the account can still restore, the last deleted first. */
export async function listDeletedRows(
  db: Db,
  reader: Reader & { readonly now: Date },
  slice: { readonly limit: number; readonly offset: number },
) {
  return deletedBy(db, reader, reader.now)
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(creatorName.as('created_by'))
    .select(sql<'owner'>`'owner'`.as('role'))
    .orderBy('survey.deleted_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export type DeletedRow = Awaited<ReturnType<typeof listDeletedRows>>[number]

export async function countDeletedRows(db: Db, reader: Reader, now: Date): Promise<number> {
  const counted = deletedBy(db, reader, now).select((column) => column.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

const purgedAtOnce = 50

/**
 * Removes a batch of surveys deleted before `moment`, with everything in them. Returns the store keys of files
 * that are no longer used; delete their bytes after the commit.
 */
export async function purgeSurveys(
  db: Db,
  moment: Date,
): Promise<{ readonly surveys: number; readonly storeKeys: readonly string[] }> {
  const rows = await db
    .selectFrom('survey')
    .select('id')
    .where('deleted_at', '<', moment)
    .orderBy('deleted_at')
    .limit(purgedAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  return {
    surveys: rows.length,
    storeKeys: await removeSurveys(
      db,
      rows.map(({ id }) => id),
    ),
  }
}

/**
 * Removes surveys with everything in them. The caller holds their locks. Returns the keys of bytes to delete
 * after the commit.
 */
export async function removeSurveys(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const surveys = sql<string>`any(${ids}::uuid[])`
  const files = await db
    .selectFrom('media')
    .select(['file_id', 'drawn_file_id'])
    .where('survey_id', '=', surveys)
    .execute()
  const plans = await db.selectFrom('plan').select('file_id').where('survey_id', '=', surveys).execute()
  // Stored replies contain the surveys' content.
  const { status, errors } = fail('survey.notFound')
  await db
    .updateTable('replay')
    .set({ status, reply: JSON.stringify({ errors }), shortened: false })
    .where('survey_id', '=', surveys)
    .execute()
  await db.deleteFrom('survey').where('id', '=', surveys).execute()
  return removeUnused(db, [
    ...new Set(files.flatMap(({ file_id, drawn_file_id }) => [file_id, drawn_file_id ?? file_id])),
    ...plans.flatMap(({ file_id }) => file_id ?? []),
  ])
}

/** Removes the files no longer used by any medium or plan. Several media may share a file. */
async function removeUnused(db: Db, fileIds: readonly string[]): Promise<readonly string[]> {
  const unused = db
    .selectFrom('stored_file')
    .select('stored_file.id')
    .where('stored_file.id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media').select('media.id').whereRef('media.file_id', '=', 'stored_file.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('media').select('media.id').whereRef('media.drawn_file_id', '=', 'stored_file.id')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('plan').select('plan.id').whereRef('plan.file_id', '=', 'stored_file.id'))),
    )
  const removed = await db
    .deleteFrom('rendition')
    .where('file_id', 'in', unused)
    .returning('store_key')
    .execute()
  await db.deleteFrom('stored_file').where('id', 'in', unused).execute()
  return removed.map(({ store_key }) => store_key)
}
