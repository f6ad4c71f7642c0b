import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { type Actor, recordChange } from '#server/features/surveys/events/data.ts'

export interface Side {
  readonly id: string
  readonly email: string | null
  readonly disabled: boolean
}

/** Locks existing accounts until the transaction ends, always in the same order. */
export async function lockSides(db: Db, ids: readonly string[]): Promise<readonly Side[]> {
  return db
    .selectFrom('account')
    .select(['id', 'email'])
    .select(sql<boolean>`disabled_at is not null`.as('disabled'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Transfers all surveys of one account to another, including deleted ones and their files. Creators and
 * authors of answers stay on record. Returns their number. The caller holds both locks.
 */
export async function transferSurveys(db: Db, from: Side, to: Side, by: Actor): Promise<number> {
  const rows = await db
    .selectFrom('survey')
    .select('id')
    .where('account_id', '=', from.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  await db.updateTable('account').set({ heir_id: to.id }).where('id', '=', from.id).execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const all = sql`any(${ids}::uuid[])`
  // An owner is not also a member; the inviter of the members becomes the new owner.
  await sql`delete from survey_member where survey_id = ${all} and (account_id = ${to.id} or email = ${to.email})`.execute(
    db,
  )
  await sql`update survey_member set added_by = ${to.id} where survey_id = ${all}`.execute(db)
  await sql`delete from team_opened where survey_id = ${all} and account_id = ${to.id}`.execute(db)
  // The former owner's devices may still send unsent work.
  await sql`
    insert into survey_contributor (survey_id, account_id) select unnest(${ids}::uuid[]), ${from.id}
    on conflict (survey_id, account_id) do update set handed_over_at = excluded.handed_over_at`.execute(db)
  await sql`delete from survey_contributor where survey_id = ${all} and account_id = ${to.id}`.execute(db)
  // Files belong to the survey's owner and are deleted with that account.
  await sql`
    update stored_file set account_id = ${to.id} where id in (
      select file_id from media where survey_id = ${all}
      union select drawn_file_id from media where survey_id = ${all} and drawn_file_id is not null
      union select file_id from plan where survey_id = ${all} and file_id is not null)`.execute(db)
  await sql`
    update survey set account_id = ${to.id}, made_by = coalesce(made_by, ${from.id}) where id = ${all}`.execute(
    db,
  )
  for (const { id } of rows) {
    await recordAudit(db, by, {
      action: 'survey.handedOver',
      accountId: by.account.id,
      target: { type: 'survey', id },
      detail: { from: from.id, to: to.id },
    })
    await recordChange(db, id, by, { kind: 'survey' })
  }
  return rows.length
}
